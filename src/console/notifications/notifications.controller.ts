import { MailServers } from '../../notifications/mail/mail-server.service.js';
import { recipientList } from '../../operations/notifications/notification.lists.js';
import {
  recipientCreate,
  type CreatedRecipientDto,
} from '../../operations/notifications/notification.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { ListPage, type Listed } from '../operations/list-page.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { createdRecipientPage, NOTIFICATIONS, recipientsPage } from './recipients-page.js';

/** Who is notified of what. The secret of a webhook is shown by the answer to its form alone. */
@ConsoleController(NOTIFICATIONS)
@ListPage<typeof recipientList, NotificationsController>(recipientList, {
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
  constructor(private readonly mailServers: MailServers) {}

  async shown(visit: Visit, listed: Listed<typeof recipientList>): Promise<Page> {
    return recipientsPage(visit, listed, await this.hasMailServer());
  }

  async hasMailServer(): Promise<boolean> {
    return (await this.mailServers.find()) !== null;
  }
}
