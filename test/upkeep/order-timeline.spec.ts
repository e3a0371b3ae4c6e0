import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { SentMessageRetention } from '../../src/account/webhooks/delivery/sent-message-retention.task.js';
import { SentMessages } from '../../src/account/webhooks/delivery/sent-messages.repository.js';
import { WebhookService } from '../../src/account/webhooks/settings/webhook.service.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { RefusalJournal } from '../../src/orders/refusals/refusal-journal.js';
import { OrderTimeline } from '../../src/upkeep/timeline/order-timeline.service.js';
import { souk, soukJson } from '../support/command-line.js';
import { invariantFaults } from '../support/invariants.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { reversalsOf } from '../support/reversals.js';

interface Shown {
  readonly timeline?: readonly { readonly event: string; readonly details: string }[];
}

let shop: TestShop;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  // A shop of its own: webhooks may go to private addresses, and the last attempts of all are changed.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'on' });
  product = await shop.product({ price: '2.50', fields: ['playerId'] });
});
beforeEach(async () => {
  account = await shop.account({ balance: '10' });
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

async function placed(uuid: string, query = '', by = account) {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${uuid}&playerId=PLAYER-77`;
  const { json } = await by.api(`${path}&${query}`);
  return (json as { data?: { order_id: string } }).data?.order_id ?? '';
}

describe('the timeline of an order', () => {
  it('tells what was refused before, its charge, its end and the money back, and no field', async () => {
    const uuid = randomUUID();
    await placed(uuid, 'max_price=1');
    await until(() => shop.service(RefusalJournal).waiting === 0);
    const order = await placed(uuid);
    await souk(shop, 'order', 'reject', order, '--reason', 'no stock', '--note', 'again');
    const { timeline = [] } = await soukJson<Shown>(
      ...([shop, 'order', 'show', order, '--timeline'] as const),
    );
    expect(timeline.map(({ event, details }) => [event, details])).toEqual([
      ['refused', expect.stringMatching(/^code=118 reason=The price is 2.5 USD.* address=127/)],
      [
        'placed',
        expect.stringMatching(
          new RegExp(
            `^order_uuid=${uuid} product=${product} quantity=1 total=2.5 address=127.0.0.1 request_id=\\S+$`,
          ),
        ),
      ],
      ['debit', 'amount=-2.5 balance_after=7.5 ledger=2 actor=api'],
      ['refund', `amount=2.5 balance_after=10 ledger=3 actor=operator:${userInfo().username}`],
      [
        'decided',
        expect.stringMatching(/^status=reject by=operator:\S+ reason=no stock note=again$/),
      ],
    ]);
    expect(JSON.stringify(timeline)).not.toContain('PLAYER-77');
    expect((await soukJson<Shown>(shop.db.url, 'order', 'show', order)).timeline).toBeUndefined();
  });

  it('tells each purchase from a supplier with its evidence, and where the delivery stands', async () => {
    const order = await placed(randomUUID());
    await shop.db.query(
      `INSERT INTO suppliers (name, base_url, sealed_token) VALUES ('acme', 'https://a.example', '')`,
    );
    await shop.db.query(
      `INSERT INTO supplier_attempts (account_id, order_id, supplier_id, supplier_product, sends,
         sent_at, supplier_order_id, cost, created_at)
       SELECT $1, $2, id, 9, 2, now() + interval '2 seconds', 'ID_1', 1.20, now() + interval '1 second'
       FROM suppliers`,
      [account.id, order],
    );
    await shop.db.query(
      `INSERT INTO fulfillments (account_id, order_id, steps, step, tries, due_at, closed, note, updated_at)
       VALUES ($1, $2, '[{"handler":"upstream","settings":{}}]', 0, 2, NULL, true, 'bought',
               now() + interval '3 seconds')`,
      [account.id, order],
    );
    const entries = await shop.service(OrderTimeline).of(order);
    expect(entries.slice(2)).toMatchObject([
      { event: 'purchase begun', facts: { supplier: 'acme', product: 9 } },
      { event: 'purchase sent', facts: { requests: 2, supplier_order: 'ID_1', cost: '1.2' } },
      { event: 'delivery', facts: { handler: 'upstream', tries: 2, note: 'bought' } },
    ]);
    // The invariants of a shop do not hold for rows that no handler has made.
    await shop.db.query('DELETE FROM fulfillments');
    await shop.db.query('DELETE FROM supplier_attempts');
  });

  it('tells from where an operator has decided and paid back, by the audit', async () => {
    const support = await TestOperator.of(shop, 'support');
    const ids = [await placed(randomUUID()), await placed(randomUUID())];
    const [first = '', second = ''] = ids;
    const body = { order_ids: ids };
    const { headers } = await support.ask('POST orders/accept', { body, key: randomUUID() });
    const decided = async (order: string) =>
      (await shop.service(OrderTimeline).of(order)).find(({ event }) => event === 'decided');
    const facts = { by: 'operator:support', role: 'support', address: '127.0.0.1' };
    for (const order of ids) {
      expect(await decided(order)).toMatchObject({ facts: { ...facts, status: 'accept' } });
    }
    expect((await decided(first))?.facts.request_id).toBe(headers['x-request-id']);
    // Not by way of the audit.
    const request = { amount: '0.5', reason: 'late', reference: 'r-1', actor: 'operator:x' };
    await reversalsOf(shop).reverse(first, request);
    await souk(shop, 'order', 'reverse', second, '--all', '--reason', 'late', '--ref', 'r-2');
    const reversal = async (order: string) =>
      (await shop.service(OrderTimeline).of(order)).find(({ event }) => event === 'reversal');
    expect((await reversal(first))?.facts).not.toHaveProperty('role');
    expect((await reversal(second))?.facts).toMatchObject({ amount: '2.5', ledger: '5' });
  });

  describe('with a webhook', () => {
    let receiver: WebhookReceiver;
    let told: TestAccount;

    beforeAll(async () => {
      receiver = await WebhookReceiver.start();
      told = await shop.account({ balance: '10' });
      await shop.inTransaction((manager) =>
        shop
          .service(WebhookService)
          .set(told.id, receiver.url('/told?key=IN-THE-URL'), undefined, manager),
      );
    });
    afterAll(() => receiver.close());

    const messageOf = (order: string, event: string) =>
      until(async () => {
        const { timeline = [] } = await soukJson<Shown>(
          ...([shop, 'order', 'show', order, '--timeline'] as const),
        );
        return timeline.find((entry) => entry.event === event)?.details;
      });

    it('tells what became of each message, and to which receiver, without the path', async () => {
      receiver.answers.push(500);
      const order = await placed(randomUUID(), '', told);
      await souk(shop, 'order', 'reject', order, '--reason', 'no stock');
      const origin = receiver.url('');
      const failed = await messageOf(order, 'webhook failed');
      expect(failed).toMatch(
        new RegExp(
          `^message=order.rejected message_id=msg_\\w+ receiver=${origin} tries=1 http_status=500 ` +
            'failure=it answered HTTP 500 due=\\S+Z$',
        ),
      );
      await shop.db.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'webhook'`);
      const sent = await messageOf(order, 'webhook sent');
      expect(sent).toMatch(/ tries=2 first_try=\S+Z http_status=204$/);
      const viewer = await TestOperator.of(shop, 'viewer');
      const { items } = await viewer.get<{ items: object[] }>(`GET orders/${order}/timeline`);
      expect(items.at(-1)).toMatchObject({
        event: 'webhook sent',
        facts: { message: 'order.rejected', receiver: origin, tries: 2, http_status: 204 },
      });
      expect(JSON.stringify(items)).not.toContain('IN-THE-URL');
    });

    it('tells the last attempt, also when a doubled job notes an earlier one later', async () => {
      const order = await placed(randomUUID(), '', told);
      const message = {
        ...{ accountId: told.id, orderId: order, messageId: 'msg_1', eventType: 'order.accepted' },
        ...{ receiver: 'https://hook.example', attempts: 3, httpStatus: null, failure: 'refused' },
      };
      await shop.service(SentMessages).note(message);
      await shop.service(SentMessages).note({ ...message, attempts: 2, failure: '' });
      expect(await messageOf(order, 'webhook given up')).toMatch(
        / tries=3 first_try=\S+ failure=refused$/,
      );
    });

    it('forgets messages after 30 days, in steps, and on several servers at once', async () => {
      await shop.db.query(
        `INSERT INTO webhook_messages (account_id, order_id, message_id, event_type, receiver, attempts, failure,
                                       last_attempt_at)
         SELECT $1, 'ID_old', number::text, 'order.accepted', '', 1, '',
                now() - interval '30 days' + (number - 12000) * interval '1 minute'
         FROM generate_series(1, 12010) AS number`,
        [told.id],
      );
      const retention = shop.service(SentMessageRetention);
      await Promise.all([retention.run(), retention.run()]);
      const left = await shop.db.query<{ id: number }>(
        `SELECT message_id::integer AS id FROM webhook_messages WHERE order_id = 'ID_old' ORDER BY 1`,
      );
      expect(left.map(({ id }) => id)).toEqual([
        12001, 12002, 12003, 12004, 12005, 12006, 12007, 12008, 12009, 12010,
      ]);
    });
  });

  it('of an unknown order is an error', async () => {
    await expect(shop.service(OrderTimeline).of('ID_0123456789abcdef')).rejects.toThrow(
      'There is no order ID_0123456789abcdef',
    );
  });
});
