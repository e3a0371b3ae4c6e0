import type { AccountWebhook } from '../../account/webhooks/account-webhook.entity.js';
import { HeldMessages } from '../../account/webhooks/held-messages.service.js';
import {
  WebhookService,
  type ChangedWebhook,
} from '../../account/webhooks/settings/webhook.service.js';
import { numericText } from '../../common/decimal.js';
import {
  idArgument,
  limitArgument,
  type AddCommands,
  type OpenShop,
} from '../context/command-context.js';
import { noteChange, noteChanged } from '../context/noted-change.js';
import type { Row, Terminal } from '../context/terminal.js';

interface FailuresOptions {
  readonly account?: number;
  readonly limit: number;
}

/** Given instead of an amount, this removes the threshold. */
const OFF = 'off';

export const addWebhookCommands: AddCommands = (webhook, { terminal, readShop, withShop }) => {
  webhook
    .command('set')
    .argument('<account>', 'account id', idArgument)
    .argument('<url>', 'address of the receiver')
    .description('tell an account; the signing secret is made, and shown, the first time')
    .option('--balance-low <usd>', `tell when less than this can be spent; ${OFF}: never`)
    .action((id: number, url: string, { balanceLow }: { balanceLow?: string }) =>
      withShop(async (shop) => {
        const threshold = balanceLow === OFF ? null : balanceLow;
        await changeOfWebhook(shop, id, async () => {
          show(terminal, await shop.get(WebhookService).set(id, url, threshold));
        });
      }),
    );

  webhook
    .command('show')
    .argument('<account>', 'account id', idArgument)
    .description('where an account is told, without the secret')
    .action((id: number) =>
      readShop(async (shop) => {
        show(terminal, { webhook: await shop.get(WebhookService).get(id) });
      }),
    );

  webhook
    .command('rotate-secret')
    .argument('<account>', 'account id', idArgument)
    .description('make a new signing secret; the old one signs as well for 24 hours')
    .action((id: number) =>
      withShop(async (shop) => {
        await changeOfWebhook(shop, id, async () => {
          show(terminal, await shop.get(WebhookService).rotateSecret(id));
        });
      }),
    );

  webhook
    .command('test')
    .argument('<account>', 'account id', idArgument)
    .description('send a ping now, and say what happened')
    .action((id: number) =>
      withShop(async (shop) => {
        const http = await shop.get(WebhookService).ping(id);
        noteChanged(shop, null, { http_status: http });
        terminal.show({ account: id, http }, `The ping arrived; it was answered HTTP ${http}.`);
      }),
    );

  webhook
    .command('off')
    .argument('<account>', 'account id', idArgument)
    .description('tell an account no more; what waits to be sent is dropped')
    .action((id: number) =>
      withShop(async (shop) => {
        await changeOfWebhook(shop, id, () => shop.get(WebhookService).switchOff(id));
        terminal.show({ account: id, webhook: null }, `Account ${id} is told no more.`);
      }),
    );

  webhook
    .command('failures')
    .description('messages that did not arrive, newest first')
    .option('--account <id>', 'only of this account', idArgument)
    .option('--limit <n>', 'at most so many', limitArgument, 50)
    .action(({ account, limit }: FailuresOptions) =>
      readShop(async (shop) => {
        const failures = await shop.get(WebhookService).failures(limit, account);
        const rows = failures.map((failure) => ({
          message: failure.messageId,
          account: failure.accountId,
          event: failure.eventType,
          attempts: failure.attempts,
          last_try: failure.lastFailedAt,
          next_try: failure.nextTryAt,
          reason: failure.reason,
        }));
        terminal.list(rows, 'Every message has arrived, or is on its way for the first time.');
      }),
    );

  webhook
    .command('release')
    .description('send the messages that were held back after a restore')
    .option('--drop', 'delete them instead')
    .action(({ drop = false }: { drop?: boolean }) =>
      withShop(async (shop) => {
        const held = shop.get(HeldMessages);
        const count = drop ? await held.drop() : await held.release();
        const done = drop ? { dropped: count } : { released: count };
        noteChanged(shop, { held: count }, done);
        terminal.item(done);
      }),
    );
};

function changeOfWebhook(shop: OpenShop, id: number, change: () => Promise<void>): Promise<void> {
  const tell = async (): Promise<Row | null> => {
    const webhook = await shop.get(WebhookService).find(id);
    return webhook && webhookRow(webhook);
  };
  return noteChange(shop, tell, change);
}

function show(terminal: Terminal, { webhook, secret }: ChangedWebhook): void {
  terminal.item({ ...webhookRow(webhook), ...(secret !== undefined && { secret }) });
  if (secret !== undefined) terminal.remark('The secret is shown this once.');
}

function webhookRow(webhook: AccountWebhook): Row {
  const { accountId, url, balanceLow, previousUntil, createdAt } = webhook;
  return {
    account: accountId,
    url,
    balance_low: balanceLow === null ? null : numericText(balanceLow),
    old_secret_until: previousUntil,
    since: createdAt,
  };
}
