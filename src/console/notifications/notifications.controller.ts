import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { ListQuery } from '../../operations/lists/page.js';
import { PathText } from '../../admin/http/path-parts.js';
import { NotificationAdmin } from '../../admin/notifications/notification-admin.service.js';
import {
  recipientPage as pageOfRecipients,
  RECIPIENTS_FILE,
} from '../../admin/notifications/notification-lists.js';
import {
  NewRecipientDto,
  RecipientChangeDto,
} from '../../admin/notifications/notifications.dto.js';
import { PROBLEMS } from '../../admin/problems/problem.js';
import { MailServers } from '../../notifications/mail/mail-server.service.js';
import { Recipients } from '../../notifications/recipients/recipients.service.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf, formFault } from '../http/form-fault.js';
import { preconditionIn } from '../http/form-tag.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { recipientFieldsIn } from './recipient-fields.js';
import { recipientPage, type RecipientForms } from './recipient-page.js';
import { createdRecipientPage, NOTIFICATIONS, recipientsPage } from './recipients-page.js';

/** Who is notified of what. */
@ConsoleController(NOTIFICATIONS)
export class NotificationsController {
  constructor(
    private readonly recipients: Recipients,
    private readonly changes: NotificationAdmin,
    private readonly mailServers: MailServers,
    private readonly files: ListFiles,
  ) {}

  @Get()
  @NeedsPermission('notifications.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const query = checkedInput(ListQuery, parametersOf(visit.query, LIST_PARAMETERS));
    const answer = this.files.answer(RECIPIENTS_FILE, query, visit.caller, (part) =>
      pageOfRecipients(this.recipients, part),
    );
    return pageOrFile(answer, 'notifications', async (found) =>
      recipientsPage(visit, { found, hasMailServer: await this.hasMailServer() }),
    );
  }

  /** The secret of a webhook is shown by this answer alone. */
  @Post()
  @NeedsPermission('notifications.edit')
  async create(@CurrentVisit() visit: Visit, @CurrentForm() form: FormValues): Promise<Page> {
    try {
      const given = { ...form.given('name', 'kind'), ...recipientFieldsIn(form) };
      const recipient = checkedInput(NewRecipientDto, given);
      // Before the change: what fails after it would hide the secret.
      const hasMailServer = await this.hasMailServer();
      const made = await this.changes.create(recipient, visit.caller.author);
      return createdRecipientPage(visit, made, hasMailServer);
    } catch (error) {
      const state = { values: form.shown, topics: form.all('topics'), fault: formFault(error) };
      const found = await pageOfRecipients(this.recipients, {});
      return recipientsPage(visit, { found, hasMailServer: await this.hasMailServer() }, state);
    }
  }

  @Get(':recipient')
  @NeedsPermission('notifications.read')
  show(@CurrentVisit() visit: Visit, @PathText('recipient') name: string): Promise<Page> {
    return this.page(visit, name);
  }

  @Post(':recipient/change')
  @NeedsPermission('notifications.edit')
  async set(
    @CurrentVisit() visit: Visit,
    @PathText('recipient') name: string,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const change = checkedInput(RecipientChangeDto, recipientFieldsIn(form));
      return this.changes.set(name, change, preconditionIn(form), visit.caller.author);
    });
    if (!fault) return new SeeOther(`${NOTIFICATIONS}/${name}`, { done: 'saved' });
    // After a lost race the form holds what the recipient is now.
    const isChanged = fault.status === PROBLEMS.changed.status;
    const typed = { values: form.shown, topics: form.all('topics') };
    return this.page(visit, name, { change: { ...(!isChanged && typed), fault } });
  }

  @Post(':recipient/test')
  @NeedsPermission('notifications.edit')
  async test(
    @CurrentVisit() visit: Visit,
    @PathText('recipient') name: string,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => this.changes.test(name, visit.caller.author));
    if (!fault) return new SeeOther(`${NOTIFICATIONS}/${name}`, { done: 'tested' });
    return this.page(visit, name, { fault });
  }

  @Post(':recipient/remove')
  @NeedsPermission('notifications.edit')
  async remove(
    @CurrentVisit() visit: Visit,
    @PathText('recipient') name: string,
  ): Promise<SeeOther> {
    await this.changes.remove(name, visit.caller.author);
    return new SeeOther(NOTIFICATIONS, { done: 'removed' });
  }

  private async page(visit: Visit, name: string, forms?: RecipientForms): Promise<Page> {
    const recipient = await this.recipients.get(name);
    return recipientPage(visit, recipient, await this.hasMailServer(), forms);
  }

  private async hasMailServer(): Promise<boolean> {
    return (await this.mailServers.find()) !== null;
  }
}
