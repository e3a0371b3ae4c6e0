import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { SessionStage } from '../../people/sessions/session-validity.js';
import { LinkSignIn } from '../../people/sign-in/link-sign-in.service.js';
import { SignIn, type SignInOrigin } from '../../people/sign-in/sign-in.service.js';
import type { StartedSession } from '../../people/sessions/operator-sessions.service.js';
import { SessionCookie } from '../access/session-cookie.js';
import { SessionLookups } from '../access/session-lookups.js';
import type { ConsoleRequest } from '../visit/visit.js';
import { SignInOrigins } from './sign-in-origin.js';

/** Signs a browser in by name and password, or by a link, and out. */
@Injectable()
export class SessionStart {
  constructor(
    private readonly signIn: SignIn,
    private readonly links: LinkSignIn,
    private readonly sessions: SessionLookups,
    private readonly cookie: SessionCookie,
    private readonly origins: SignInOrigins,
  ) {}

  /**
   * Begins a session with a new secret, and ends the one that the browser had before.
   * @throws SignInRefusedError, SignInDelayedError, SignInBusyError
   */
  begin(
    given: { readonly name: string; readonly password: string },
    request: ConsoleRequest,
    response: Response,
  ): Promise<SessionStage> {
    return this.started(request, response, (origin) => this.signIn.withPassword(given, origin));
  }

  /** The same by the secret of a link. @throws LinkInvalidError */
  beginByLink(secret: string, request: ConsoleRequest, response: Response): Promise<SessionStage> {
    return this.started(request, response, (origin) => this.links.begin(secret, origin));
  }

  /** Ends the session of the browser, whether it can still be used or not. */
  async end(request: ConsoleRequest, response: Response): Promise<void> {
    const secret = this.cookie.read(request.headers);
    if (secret !== undefined) await this.sessions.end(secret, this.origins.of(request));
    this.cookie.clear(response);
  }

  private async started(
    request: ConsoleRequest,
    response: Response,
    start: (origin: SignInOrigin) => Promise<StartedSession>,
  ): Promise<SessionStage> {
    const origin = this.origins.of(request);
    const session = await start(origin);
    const former = this.cookie.read(request.headers);
    if (former !== undefined) await this.sessions.end(former, origin);
    this.cookie.set(response, session);
    return session.stage;
  }
}
