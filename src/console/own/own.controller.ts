import { Get, Post, Req } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathText } from '../../admin/http/path-parts.js';
import { OperatorSessions } from '../../people/sessions/operator-sessions.service.js';
import { OwnPassword } from '../../people/sign-in/own-password.service.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { mismatchFault, signInFault } from '../sign-in/sign-in-fault.js';
import { SignInOrigins } from '../sign-in/sign-in-origin.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit, type ConsoleRequest } from '../visit/visit.js';
import { OwnAccount } from './own-account.service.js';

/** What operators do about themselves: the password and the sessions. */
@ConsoleController('own')
export class OwnController {
  constructor(
    private readonly account: OwnAccount,
    private readonly passwords: OwnPassword,
    private readonly sessions: OperatorSessions,
    private readonly origins: SignInOrigins,
  ) {}

  @Get()
  @NeedsPermission('any')
  show(@CurrentVisit() visit: Visit): Promise<Page> {
    return this.account.page(visit);
  }

  @Post('password')
  @NeedsPermission('any')
  async setPassword(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
    @Req() request: ConsoleRequest,
  ): Promise<Page | SeeOther> {
    const next = form.exact('password');
    if (next !== form.exact('repeat')) {
      return this.account.page(visit, { password: { fault: mismatchFault(visit.language) } });
    }
    try {
      const given = { present: form.exact('present'), next };
      await this.passwords.change(visit.session, given, this.origins.of(request));
      return new SeeOther('own', { done: 'password' });
    } catch (error) {
      return this.account.page(visit, { password: { fault: signInFault(error, visit.language) } });
    }
  }

  @Post('sessions/:id/end')
  @NeedsPermission('any')
  async endSession(
    @CurrentVisit() visit: Visit,
    @PathText('id') id: string,
    @Req() request: ConsoleRequest,
  ): Promise<Page | SeeOther> {
    try {
      await this.sessions.end(visit.session, id, this.origins.of(request));
      return new SeeOther('own', { done: 'session' });
    } catch (error) {
      return this.account.page(visit, { session: { fault: formFault(error) } });
    }
  }
}
