import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { IncomingHttpHeaders } from 'node:http';
import type { Response } from 'express';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { DEVICE_KNOWN_DAYS } from '../../people/devices/known-devices.service.js';
import type { StartedSession } from '../../people/sessions/operator-sessions.service.js';

const SECRET = /^[0-9a-f]{64}$/;
const NAME = 'souk_session';
const DEVICE_NAME = 'souk_device';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Browsers take a cookie with this prefix from the host itself, over HTTPS, and for all its paths only. */
const HOST_PREFIX = '__Host-';

/**
 * The cookie by which a browser proves its session, and the one by which it is known at the next sign-in. No script can read
 * them, and no other site makes a browser send them.
 */
@Injectable()
export class SessionCookie {
  private readonly isSecure: boolean;
  private readonly name: string;
  private readonly deviceName: string;

  constructor(@Inject(CONFIG) { BASE_URL }: Pick<SoukConfig, 'BASE_URL'>) {
    this.isSecure = new URL(BASE_URL).protocol === 'https:';
    this.name = this.isSecure ? HOST_PREFIX + NAME : NAME;
    this.deviceName = this.isSecure ? HOST_PREFIX + DEVICE_NAME : DEVICE_NAME;
  }

  /** The secret of a session; undefined if the request has none. */
  read({ cookie = '' }: IncomingHttpHeaders): string | undefined {
    const secret = parseCookie(cookie)[this.name];
    return secret !== undefined && SECRET.test(secret) ? secret : undefined;
  }

  /** What the browser keeps of an earlier sign-in; undefined if the request has none. */
  readDevice({ cookie = '' }: IncomingHttpHeaders): string | undefined {
    return parseCookie(cookie)[this.deviceName];
  }

  /** It ends with the browser; how long the session lives is decided by its row. */
  set(
    response: Response,
    { secret, deviceCookie }: Pick<StartedSession, 'secret' | 'deviceCookie'>,
  ): void {
    response.cookie(this.name, secret, this.attributes);
    if (deviceCookie === undefined) return;
    const maxAge = DEVICE_KNOWN_DAYS * DAY_MS;
    response.cookie(this.deviceName, deviceCookie, { ...this.attributes, maxAge });
  }

  /** The device stays known. */
  clear(response: Response): void {
    response.clearCookie(this.name, this.attributes);
  }

  private get attributes() {
    return { httpOnly: true, sameSite: 'strict', secure: this.isSecure, path: '/' } as const;
  }
}
