import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { soukJson } from '../../support/command-line.js';
import { createTestDatabase } from '../../support/test-database.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const KEY = newSecretKey();

let shop: TestShop;
let receiver: WebhookReceiver;

beforeAll(async () => {
  // A shop of its own: all of its messages are held back, and it is closed, as after a restore.
  shop = await startTestShop({ SECRET_KEYS: KEY, WEBHOOK_ALLOW_PRIVATE: 'on' });
  receiver = await WebhookReceiver.start();
});
/** A case may leave a message that waits. */
beforeEach(() =>
  shop.db.query(`DELETE FROM webhook_failures; DELETE FROM pgboss.job WHERE name = 'webhook'`),
);
afterEach(() => command('maintenance', 'off'));
afterAll(async () => {
  await shop.close();
  await receiver.close();
});

const command = <T>(...words: string[]): Promise<T> => soukJson<T>(shop, ...words);

interface Failure {
  readonly next_try_at: string | null;
  readonly reason: string;
}

const failures = () => command<Failure[]>('webhook', 'failures');

/** Gives another time to the messages that wait for one; those that are held back have none. */
const moveWaiting = (time: string) =>
  shop.db.query(
    `UPDATE pgboss.job SET start_after = ${time}
     WHERE name = 'webhook' AND start_after > now() AND start_after < 'infinity'`,
  );

/** An account whose first message has failed, and waits to be sent again, longer than any case takes. */
async function withUnsentMessage(path: string) {
  const account = await shop.account({ balance: '100' });
  await command('webhook', 'set', String(account.id), receiver.url(path));
  const accept = async () => {
    const order = `/client/api/newOrder/${await shop.product()}/params?order_uuid=${randomUUID()}`;
    const { data } = (await account.api(order)).json as { data: { order_id: string } };
    await shop.service(OrderCloseService).accept(data.order_id, { actor: 'test' });
    return data.order_id;
  };
  receiver.answers.push(500);
  const first = await accept();
  await until(async () => (await failures()).length > 0);
  await moveWaiting("now() + interval '1 day'");
  return { first, accept };
}

describe('a message that was unsent in a recovered database', () => {
  it('is held back, and sent once the operator releases it', async () => {
    const { first, accept } = await withUnsentMessage('/released');
    const settlement = await command<{ messages: { held: number } }>('settle');
    expect(settlement.messages).toEqual({ held: 1, lost: 0 });
    expect(await failures()).toMatchObject([
      { next_try_at: null, reason: expect.stringContaining('a restore ended its tries') as string },
    ]);
    expect(await command<unknown[]>('doctor')).toContainEqual({
      check: 'after a restore',
      verdict: 'warn',
      message: expect.stringContaining('1 webhook messages are held back') as string,
    });
    await command('maintenance', 'off');
    // Without the hold, the message would be sent before another one that is written after its time.
    await moveWaiting('now()');
    const second = await accept();
    const told = (await receiver.arrived('/released', 2)).map(({ event }) => event.data.order_id);
    expect(told).toEqual([first, second]);

    expect(await command('webhook', 'release')).toMatchObject({ released: 1 });

    const [sent, , again] = await receiver.arrived('/released', 3);
    expect(again?.headers['webhook-id']).toBe(sent?.headers['webhook-id']);
    await until(async () => (await failures()).length === 0);
  });

  it('is dropped where the operator says so', async () => {
    await withUnsentMessage('/dropped');
    await command('settle');
    expect(await command('webhook', 'release', '--drop')).toMatchObject({ dropped: 1 });
    expect(await command('webhook', 'release')).toMatchObject({ released: 0 });
  });

  it('is not tried again by a shop that is restored from a backup', async () => {
    await withUnsentMessage('/backup');
    const folder = await mkdtemp(join(tmpdir(), 'souk-restored-webhooks-'));
    const backup = join(folder, 'shop.backup');
    await command('backup', backup);
    // A shop of its own: another database, which is restored.
    const target = await createTestDatabase();
    const there = { DATABASE_URL: target.url, SECRET_KEYS: KEY };

    const { settlement } = await soukJson<{ settlement: { messages: object } }>(
      ...([there, 'restore', backup] as const),
    );

    expect(settlement.messages).toEqual({ held: 0, lost: 1 });
    const listed = await soukJson<Failure[]>(there, 'webhook', 'failures');
    expect(listed.every(({ next_try_at }) => next_try_at === null)).toBe(true);
    await target.drop();
    await rm(folder, { recursive: true });
  });
});
