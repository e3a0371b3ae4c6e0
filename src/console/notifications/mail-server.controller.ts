import { MailServers } from '../../notifications/mail/mail-server.service.js';
import {
  MAIL_SERVER_SHAPE,
  MailServerSettingDto,
  mailServerRemove,
  mailServerSet,
} from '../../operations/notifications/mail-server.operations.js';
import type { ThingId } from '../../operations/operation.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { filledIn } from '../operations/form-input.js';
import { mainState, type RefusedForm } from '../http/refused-form.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import { MAIL_SERVER, mailServerPage } from './mail-server-page.js';

/** The mail server by which notifications are sent. No page shows its password. */
@ConsoleController(MAIL_SERVER)
@PageWithForms<MailServerController>('settings.read', {
  '': { operation: mailServerSet, done: 'saved', input: filledIn(MailServerSettingDto) },
  remove: { operation: mailServerRemove, done: 'removed' },
})
export class MailServerController {
  constructor(private readonly servers: MailServers) {}

  async page(visit: Visit, _?: ThingId, refused?: RefusedForm<string>): Promise<Page> {
    const found = await this.servers.find();
    const server = found ? MAIL_SERVER_SHAPE.of(found) : undefined;
    return mailServerPage(visit, { server, state: mainState(refused) });
  }
}
