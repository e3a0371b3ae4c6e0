import { WebhookService } from '../../../src/account/webhooks/settings/webhook.service.js';
import { WebhookEvents } from '../../../src/account/webhooks/webhook-events.service.js';
import { WebhookRepository } from '../../../src/account/webhooks/webhook.repository.js';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { Database } from '../../../src/database/database.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const MESSAGES = 300;

let shop: TestShop;
let receiver: WebhookReceiver;

beforeAll(async () => {
  // A shop of its own: it may send webhooks into a private network, and slots of it are taken by what hangs.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'on' });
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await shop.close();
  await receiver.close();
});

/** An account with a webhook under the path. */
async function told(path: string): Promise<number> {
  const { id } = await shop.account();
  await shop.inTransaction((manager) =>
    shop.service(WebhookService).set(id, receiver.url(path), undefined, manager),
  );
  return id;
}

/** Writes so many messages at once. */
function tell(accountId: number, count: number): Promise<void> {
  return shop.service(Database).transaction(async (manager) => {
    for (let number = 0; number < count; number += 1) {
      await shop.service(WebhookEvents).send(manager, accountId, { type: 'test', data: {} });
    }
  });
}

/** Messages that did not arrive, and jobs that were written but for those of their next attempts. */
async function figuresOf(accountId: number) {
  const [row] = await shop.db.query<{ failures: number; jobs: number }>(FIGURES, [accountId]);
  return row!;
}

const FIGURES = `
  WITH failures AS (SELECT count(*)::integer AS count FROM webhook_failures WHERE account_id = $1)
  SELECT failures.count AS failures, (SELECT count(*) FROM pgboss.job WHERE name = 'webhook'
    AND data ->> 'accountId' = $1::text)::integer - failures.count AS jobs
  FROM failures`;

it('a receiver that never answers keeps no other waiting, and what waits for it stays as it is', async () => {
  receiver.silent.add('/hangs');
  const hanging = await told('/hangs');
  const other = await told('/answers');
  await tell(hanging, MESSAGES);
  await receiver.arrived('/hangs', 1);
  await tell(other, 100);
  await receiver.arrived('/answers', 100);
  // All calls of the other are still open.
  expect(await figuresOf(hanging)).toEqual({ failures: 0, jobs: MESSAGES });

  await until(async () => {
    const { failures } = await figuresOf(hanging);
    return failures > 0 && failures === (await receiver.arrived('/hangs', 1)).length;
  });
  await tell(other, 100);
  await receiver.arrived('/answers', 200);
  expect((await figuresOf(hanging)).jobs).toBe(MESSAGES);
  // A server that starts now begins with one of its messages, too.
  expect(await shop.service(WebhookRepository).failingAccounts()).toEqual([hanging]);
});
