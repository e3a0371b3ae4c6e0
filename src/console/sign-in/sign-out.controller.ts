import { Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { OpenToEverybody } from '../access/open-to-everybody.js';
import { SessionLookups } from '../access/session-lookups.js';
import { SessionCookie } from '../access/session-cookie.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { SeeOther } from '../visit/see-other.js';
import type { ConsoleRequest } from '../visit/visit.js';
import { SignInOrigins } from './sign-in-origin.js';

@ConsoleController('sign-out')
export class SignOutController {
  constructor(
    private readonly sessions: SessionLookups,
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
    if (secret !== undefined) await this.sessions.end(secret, this.origins.of(request));
    this.cookie.clear(response);
    return new SeeOther('sign-in', { done: 'signed-out' });
  }
}
