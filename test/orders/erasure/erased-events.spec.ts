import { EventAttempts } from '../../../src/events/handling/event-attempts.js';
import { OrderEraser } from '../../../src/orders/erasure/order-eraser.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { place } from '../../support/book-pages.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  account = await shop.account({ balance: '10' });
});

const STORED = `
  SELECT event FROM failed_events WHERE event_id = $1
  UNION ALL SELECT data ->> 'event' FROM pgboss.job WHERE data ->> 'extension' = $2`;

interface Reported {
  readonly data: { readonly reason: string };
}

/** A rejected order, and the event that a listener is told of it. */
async function rejected() {
  const product = await shop.product({ price: '1' });
  const [orderId] = await place(account, product);
  await shop
    .service(OrderCloseService)
    .reject(orderId, { reason: 'No player 5512', actor: 'test' });
  const extension = fresh('acme');
  const id = fresh('evt');
  const data = { accountId: account.id, orderId, reason: 'No player 5512' };
  const event = { id, type: 'order.rejected', data };
  const job = { accountId: account.id, extension, listener: 'sink', attempt: 1 };
  return { orderId, job: { ...job, event: JSON.stringify(event) }, id };
}

describe('an event of an order that is erased while a listener handles it', () => {
  const reasonsOf = async (id: string, extension: string) => {
    const rows = await shop.db.query<{ event: string }>(STORED, [id, extension]);
    return rows.map(({ event }) => (JSON.parse(event) as Reported).data.reason);
  };
  const attempts = () => shop.service(EventAttempts);

  it.each([
    [
      'fails',
      2,
      (job: Parameters<EventAttempts['failed']>[0]) => attempts().failed(job, new Error('No.')),
    ],
    [
      'waits for its code',
      1,
      (job: Parameters<EventAttempts['waitForCode']>[0]) => attempts().waitForCode(job),
    ],
  ] as const)('has no reason afterwards where it %s', async (_, count, end) => {
    const [kept, gone] = [await rejected(), await rejected()];
    await shop.inTransaction((manager) =>
      shop.service(OrderEraser).erase(manager, [{ accountId: account.id, orderId: gone.orderId }]),
    );
    for (const { job } of [kept, gone]) await end(job);
    const all = (reason: string) => Array.from({ length: count }, () => reason);
    expect(await reasonsOf(gone.id, gone.job.extension)).toEqual(all('erased'));
    expect(await reasonsOf(kept.id, kept.job.extension)).toEqual(all('No player 5512'));
  });
});
