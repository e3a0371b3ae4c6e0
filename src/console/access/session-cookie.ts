import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { IncomingHttpHeaders } from 'node:http';
import type { Response } from 'express';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';

const SECRET = /^[0-9a-f]{64}$/;
const NAME = 'souk_session';
/** Browsers take a cookie with this prefix from the host itself, over HTTPS, and for all its paths only. */
const HOST_PREFIX = '__Host-';

/** The cookie by which a browser proves its session. No script can read it, and no other site makes a browser send it. */
@Injectable()
export class SessionCookie {
  private readonly isSecure: boolean;
  private readonly name: string;

  constructor(@Inject(CONFIG) { BASE_URL }: Pick<SoukConfig, 'BASE_URL'>) {
    this.isSecure = new URL(BASE_URL).protocol === 'https:';
    this.name = this.isSecure ? HOST_PREFIX + NAME : NAME;
  }

  /** The secret of a session; undefined if the request has none. */
  read({ cookie = '' }: IncomingHttpHeaders): string | undefined {
    const secret = parseCookie(cookie)[this.name];
    return secret !== undefined && SECRET.test(secret) ? secret : undefined;
  }

  /** It ends with the browser; how long the session lives is decided by its row. */
  set(response: Response, secret: string): void {
    response.cookie(this.name, secret, this.attributes);
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.attributes);
  }

  private get attributes() {
    return { httpOnly: true, sameSite: 'strict', secure: this.isSecure, path: '/' } as const;
  }
}
