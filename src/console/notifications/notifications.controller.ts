import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { MailServers } from '../../notifications/mail/mail-server.service.js';
import { recipientList } from '../../operations/notifications/notification.lists.js';
import {
  recipientCreate,
  type CreatedRecipientDto,
} from '../../operations/notifications/notification.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { createdRecipientPage, NOTIFICATIONS, recipientsPage } from './recipients-page.js';

/** Who is notified of what. The secret of a webhook is shown by the answer to its form alone. */
@ConsoleController(NOTIFICATIONS)
@OperationForms<NotificationsController>({
  '': {
    operation: recipientCreate,
    done: 'added',
    shows: async (page, visit) => {
      const hasMailServer = await page.hasMailServer();
      return (answer) => createdRecipientPage(visit, answer as CreatedRecipientDto, hasMailServer);
    },
  },
})
export class NotificationsController {
  constructor(
    private readonly mailServers: MailServers,
    private readonly lists: ConsoleLists,
  ) {}

  @Get()
  @NeedsPermission('notifications.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const hasMailServer = await this.hasMailServer();
    return this.lists.show(recipientList, visit, (found) =>
      recipientsPage(visit, { found, hasMailServer }),
    );
  }

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    const found = await this.lists.first(recipientList, visit);
    const shown = { found, hasMailServer: await this.hasMailServer() };
    return recipientsPage(visit, shown, refused?.state);
  }

  async hasMailServer(): Promise<boolean> {
    return (await this.mailServers.find()) !== null;
  }
}
