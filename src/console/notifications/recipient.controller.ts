import { MailServers } from '../../notifications/mail/mail-server.service.js';
import { Recipients } from '../../notifications/recipients/recipients.service.js';
import {
  RecipientChangeDto,
  recipientRemove,
  recipientSet,
  recipientTest,
} from '../../operations/notifications/notification.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { filledIn } from '../operations/form-input.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import { recipientPage } from './recipient-page.js';
import { NOTIFICATIONS } from './recipients-page.js';

/** Of what somebody is notified, and how sending goes. */
@ConsoleController(`${NOTIFICATIONS}/:recipient`)
@PageWithForms<RecipientController>('notifications.read', {
  change: { operation: recipientSet, done: 'saved', input: filledIn(RecipientChangeDto) },
  test: { operation: recipientTest, done: 'tested' },
  remove: { operation: recipientRemove, done: 'removed', to: () => NOTIFICATIONS },
})
export class RecipientController {
  constructor(
    private readonly recipients: Recipients,
    private readonly mailServers: MailServers,
  ) {}

  async page(visit: Visit, name: string, refused?: RefusedForm<string>): Promise<Page> {
    const recipient = await this.recipients.get(name);
    const hasMailServer = (await this.mailServers.find()) !== null;
    return recipientPage(visit, recipient, hasMailServer, refused);
  }
}
