import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { MailServerAdmin } from '../../admin/notifications/mail-server-admin.service.js';
import { mailServerShape } from '../../admin/notifications/notification-shapes.js';
import { MailServerSettingDto } from '../../admin/notifications/notifications.dto.js';
import { PROBLEMS } from '../../admin/problems/problem.js';
import { MailServers } from '../../notifications/mail/mail-server.service.js';
import type { FormState } from '../../pages/form.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { numberOrText } from '../http/form-numbers.js';
import { preconditionIn } from '../http/form-tag.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { MAIL_SERVER, mailServerPage } from './mail-server-page.js';

/** The mail server by which notifications are sent. No page shows its password. */
@ConsoleController(MAIL_SERVER)
export class MailServerController {
  constructor(
    private readonly servers: MailServers,
    private readonly changes: MailServerAdmin,
  ) {}

  @Get()
  @NeedsPermission('settings.read')
  show(@CurrentVisit() visit: Visit): Promise<Page> {
    return this.page(visit);
  }

  @Post()
  @NeedsPermission('settings.edit')
  async set(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const server = checkedInput(MailServerSettingDto, settingsIn(form));
      return this.changes.put(server, preconditionIn(form), visit.caller.author);
    });
    if (!fault) return new SeeOther(MAIL_SERVER, { done: 'saved' });
    // After a lost race the form holds what the server is now.
    const isChanged = fault.status === PROBLEMS.changed.status;
    return this.page(visit, isChanged ? { fault } : { values: form.shown, fault });
  }

  @Post('remove')
  @NeedsPermission('settings.edit')
  async remove(@CurrentVisit() visit: Visit): Promise<SeeOther> {
    await this.changes.remove(visit.caller.author);
    return new SeeOther(MAIL_SERVER, { done: 'removed' });
  }

  private async page(visit: Visit, state?: FormState): Promise<Page> {
    const found = await this.servers.find();
    const server = found ? mailServerShape(found) : undefined;
    return mailServerPage({ visit, server, ...(state && { state }) });
  }
}

function settingsIn(form: FormValues): object {
  const password = form.exact('password');
  return {
    ...form.given('host', 'security', 'username', 'from'),
    port: numberOrText(form.text('port')),
    ...(password !== '' && { password }),
  };
}
