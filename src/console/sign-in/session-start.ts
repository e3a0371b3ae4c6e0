import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { SessionStage } from '../../operators/sessions/session-validity.js';
import { SignIn } from '../../operators/sign-in/sign-in.service.js';
import { SessionCookie } from '../access/session-cookie.js';
import { SessionLookups } from '../access/session-lookups.js';
import type { ConsoleRequest } from '../visit/visit.js';
import { SignInOrigins } from './sign-in-origin.js';

/** Signs a browser in by name and password. */
@Injectable()
export class SessionStart {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: SessionLookups,
    private readonly cookie: SessionCookie,
    private readonly origins: SignInOrigins,
  ) {}

  /**
   * Begins a session with a new secret, and ends the one that the browser had before.
   * @throws SignInRefusedError, SignInDelayedError, SignInBusyError
   */
  async begin(
    given: { readonly name: string; readonly password: string },
    request: ConsoleRequest,
    response: Response,
  ): Promise<SessionStage> {
    const origin = this.origins.of(request);
    const { secret, stage } = await this.signIn.withPassword(given, origin);
    const former = this.cookie.read(request.headers);
    if (former !== undefined) await this.sessions.end(former, origin);
    this.cookie.set(response, secret);
    return stage;
  }
}
