import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathText } from '../../admin/http/path-parts.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { chosen, OwnConventionsDto } from '../../operations/shop/convention.operations.js';
import { OwnConventions } from '../../people/conventions/own-conventions.service.js';
import { OperatorSessions } from '../../people/sessions/operator-sessions.service.js';
import { OwnPassword } from '../../people/sign-in/own-password.service.js';
import { consolePageOf } from '../access/sign-in-pages.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formInput } from '../operations/form-input.js';
import { Sent, type SentForm } from '../operations/sent-form.decorator.js';
import { keepLanguage, keepPreferences } from '../preferences/kept-preferences.js';
import { mismatchFault } from '../sign-in/sign-in-fault.js';
import { SignInOrigins } from '../sign-in/sign-in-origin.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { OwnAccount } from './own-account.service.js';

/**
 * What operators do about themselves: the password, the sessions, and in which language, time zone and colors they read.
 * Languages are kept by the browser as well, for the sign-in.
 */
@ConsoleController('own')
export class OwnController {
  constructor(
    private readonly account: OwnAccount,
    private readonly passwords: OwnPassword,
    private readonly sessions: OperatorSessions,
    private readonly conventions: OwnConventions,
    private readonly origins: SignInOrigins,
  ) {}

  @Get()
  @NeedsPermission('any')
  show(@CurrentVisit() visit: Visit): Promise<Page> {
    return this.account.page(visit);
  }

  @Post('password')
  @NeedsPermission('any')
  setPassword(@Sent() { visit, form, request }: SentForm): Promise<Page | SeeOther> {
    const next = form.exact('password');
    if (next !== form.exact('repeat')) {
      return this.account.page(visit, { password: { fault: mismatchFault(visit.language) } });
    }
    return this.account.changed(visit, 'password', async () => {
      const given = { present: form.exact('present'), next };
      await this.passwords.change(visit.session, given, this.origins.of(request));
      return new SeeOther('own', { done: 'password' });
    });
  }

  @Post('sessions/:id/end')
  @NeedsPermission('any')
  endSession(@Sent() sent: SentForm, @PathText('id') id: string): Promise<Page | SeeOther> {
    const { visit, request } = sent;
    return this.account.changed(visit, 'session', async () => {
      await this.sessions.end(visit.session, id, this.origins.of(request));
      return new SeeOther('own', { done: 'session' });
    });
  }

  @Post('conventions')
  @NeedsPermission('any')
  choose(@Sent() { visit, form, request, response }: SentForm): Promise<Page | SeeOther> {
    const choice = async () => {
      const given = formInput(OwnConventionsDto, form, { ...visit.conventions, holdsAll: true });
      const change = chosen(checkedInput(OwnConventionsDto, given));
      await this.conventions.set(visit.session, change, this.origins.of(request));
      if (change.language !== undefined) keepLanguage(change.language, response);
      return new SeeOther('own', { done: 'conventions' });
    };
    return this.account.changed(visit, 'conventions', choice, form.sent);
  }

  /** In the menu of the person, and above lists. A language that is chosen there holds on other devices, too. */
  @Post('preferences')
  @NeedsPermission('any')
  async keep(@Sent() { visit, form, request, response }: SentForm): Promise<SeeOther> {
    const language = keepPreferences(form, visit, response);
    if (language !== undefined) {
      await this.conventions.set(visit.session, { language }, this.origins.of(request));
    }
    return new SeeOther(consolePageOf(form.text('page')));
  }
}
