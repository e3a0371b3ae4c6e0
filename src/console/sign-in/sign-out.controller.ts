import { Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { OperatorSessions } from '../../operators/sessions/operator-sessions.service.js';
import { OpenToEverybody } from '../access/open-to-everybody.js';
import { SessionCookie } from '../access/session-cookie.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { SeeOther } from '../visit/see-other.js';
import type { ConsoleRequest } from '../visit/visit.js';
import { SignInOrigins } from './sign-in-origin.js';

@ConsoleController('sign-out')
export class SignOutController {
  constructor(
    private readonly sessions: OperatorSessions,
    private readonly cookie: SessionCookie,
    private readonly origins: SignInOrigins,
  ) {}

  /** Ends the session of the browser, whether it can still be used or not. */
  @Post()
  @OpenToEverybody()
  async signOut(
    @Req() request: ConsoleRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SeeOther> {
    const secret = this.cookie.read(request.headers);
    const principal = secret === undefined ? undefined : await this.sessions.find(secret);
    if (principal?.stage === 'full') {
      await this.sessions.end(principal, principal.sessionId, this.origins.of(request));
    }
    this.cookie.clear(response);
    return new SeeOther('sign-in', { done: 'signed-out' });
  }
}
