import { AccountService } from '../../account/account.service.js';
import { WebhookService } from '../../account/webhooks/settings/webhook.service.js';
import { ACCOUNT_SHAPE } from '../../operations/accounts/account.operations.js';
import {
  WEBHOOK_SHAPE,
  webhookOff,
  webhookRotateSecret,
  webhookSet,
  webhookTest,
  type ChangedWebhookDto,
} from '../../operations/accounts/webhook.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { PageWithForms, type AskedForm } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import { secretPage, webhookPage } from './webhook-page.js';

const changes = {
  done: 'set',
  shows: async ({ accounts }: WebhookController, visit: Visit, { id }: AskedForm) => {
    const account = ACCOUNT_SHAPE.of(await accounts.get(id));
    return (answer: object) => {
      const { secret } = answer as ChangedWebhookDto;
      return secret === null ? undefined : secretPage(visit, account, secret);
    };
  },
};

/** Where an account is told of its orders and balance. */
@ConsoleController('shop/webhooks/:id')
@PageWithForms<WebhookController>('webhooks.read', {
  '': { operation: webhookSet, ...changes },
  'rotate-secret': { operation: webhookRotateSecret, ...changes },
  off: { operation: webhookOff, done: 'off' },
  test: { operation: webhookTest, done: 'test' },
})
export class WebhookController {
  constructor(
    readonly accounts: AccountService,
    private readonly webhooks: WebhookService,
  ) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const found = await this.webhooks.find(id);
    const account = ACCOUNT_SHAPE.of(await this.accounts.get(id));
    return webhookPage(visit, account, found && WEBHOOK_SHAPE.of(found), refused);
  }
}
