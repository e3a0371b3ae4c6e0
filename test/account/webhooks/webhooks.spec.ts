import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { WebhookService } from '../../../src/account/webhooks/settings/webhook.service.js';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { OrdersTogether } from '../../../src/orders/placement/orders-together.js';
import { TransactionPlacement } from '../../../src/orders/placement/transaction-placement.js';
import { souk } from '../../support/command-line.js';
import { invariantFaults } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { verified, WebhookReceiver } from '../../support/webhook-receiver.js';
import { reversalsOf } from '../../support/reversals.js';

const KEY = newSecretKey();

interface ToldAccount extends TestAccount {
  /** Of its webhook. */
  readonly path: string;
  readonly secret: string;
}

let shop: TestShop;
let receiver: WebhookReceiver;

beforeAll(async () => {
  // A shop of its own: it may send webhooks into a private network, which is a setting.
  shop = await startTestShop({ SECRET_KEYS: KEY, WEBHOOK_ALLOW_PRIVATE: 'on' });
  receiver = await WebhookReceiver.start();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
  await receiver.close();
});

async function toldAccount(
  row: { balance?: string; creditLimit?: string } = { balance: '1000' },
  balanceLow?: string,
): Promise<ToldAccount> {
  const account = await shop.account(row);
  const path = `/told/${account.id}`;
  const set = await shop.inTransaction((manager) =>
    shop.service(WebhookService).set(account.id, receiver.url(path), balanceLow ?? null, manager),
  );
  return { ...account, path, secret: set.secret ?? '' };
}

async function place(account: TestAccount, product: number, uuid = randomUUID()): Promise<string> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${uuid}`;
  const { json } = await settled(() => account.api(path));
  return (json as { data?: { order_id: string } }).data?.order_id ?? '';
}

describe('an order of an account with a webhook', () => {
  it.each([
    ['takes one statement', undefined, 0],
    ['takes a transaction that it shares with others where a low balance is told', '5', 1],
  ])('%s', async (_, balanceLow, transactions) => {
    const account = await toldAccount({ balance: '1000' }, balanceLow);
    const alone = vi.spyOn(shop.service(TransactionPlacement), 'place');
    const together = vi.spyOn(shop.service(OrdersTogether), 'place');
    await place(account, await shop.product({ price: '1' }));
    expect(alone).not.toHaveBeenCalled();
    expect(together).toHaveBeenCalledTimes(transactions);
  });

  it('is told when it is accepted, signed, without its codes', async () => {
    const account = await toldAccount();
    const product = await shop.product({ price: '1.26048', name: '60 UC ✏️' });
    const uuid = randomUUID();
    const orderId = await place(account, product, uuid);
    await shop
      .service(OrderCloseService)
      .accept(orderId, { codes: ['SECRET-CODE'], actor: 'test' });

    const [message] = await receiver.arrived(account.path, 1);

    const event = verified(account.secret, message!);
    expect(event).toEqual({
      type: 'order.accepted',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      data: {
        order_id: orderId,
        order_uuid: uuid,
        status: 'accept',
        product_id: product,
        product_name: '60 UC ✏️',
        quantity: 1,
        price: '1.26048',
      },
    });
    expect(message?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/) as string,
    });
    expect(() => verified(account.secret, { ...message!, body: `${message!.body} ` })).toThrow();
  });

  it('is told when it is rejected, also from the command line', async () => {
    const account = await toldAccount();
    const orderId = await place(account, await shop.product());
    await souk(shop, 'order', 'reject', orderId, '--reason', 'no stock');

    const [message] = await receiver.arrived(account.path, 1);

    const { type, data } = verified(account.secret, message!);
    expect([type, data.order_id, data.status]).toEqual(['order.rejected', orderId, 'reject']);
    expect(data.reason).toBe('no stock');
  });

  it('is told of each reversal, once', async () => {
    const account = await toldAccount();
    const product = await shop.product({ price: '5', name: '60 UC' });
    const uuid = randomUUID();
    const orderId = await place(account, product, uuid);
    await shop.service(OrderCloseService).accept(orderId, { codes: ['SECRET'], actor: 'test' });
    const reversals = reversalsOf(shop);
    const request = { reason: 'half of it came', actor: 'operator:eve' };
    const part = { ...request, amount: '1.50', reference: 'case-1' };
    await reversals.reverse(orderId, part);
    await reversals.reverse(orderId, part);
    await expect(
      reversals.reverse(orderId, { ...part, amount: '4', reference: 'case-2' }),
    ).rejects.toThrow('can still be paid back');
    await reversals.reverse(orderId, { ...request, all: true, reference: 'case-3' });

    await shop.jobsDone('webhook', account.id);
    const told = (await receiver.arrived(account.path, 3)).map((message) =>
      verified(account.secret, message),
    );
    const refunds = told
      .filter(({ type }) => type === 'order.refunded')
      .map(({ data }) => data)
      // Messages may arrive in another order than the one in which they were written.
      .sort((left, right) => Number(left.refunded) - Number(right.refunded));
    const order = {
      ...{ order_id: orderId, order_uuid: uuid, status: 'accept', product_id: product },
      ...{ product_name: '60 UC', quantity: 1, price: '5', reason: 'half of it came' },
    };
    expect(refunds).toEqual([
      { ...order, amount: '1.5', refunded: '1.5', reference: 'case-1' },
      { ...order, amount: '3.5', refunded: '5', reference: 'case-3' },
    ]);
    expect(told).toHaveLength(3);
  });

  it('is told when it is delivered at once, if it is committed, and once', async () => {
    const account = await toldAccount({ balance: '5' });
    const folder = await mkdtemp(join(tmpdir(), 'souk-webhooks-'));
    await writeFile(
      join(folder, 'codes'),
      Array.from({ length: 40 }, (_, n) => `C-${n}`).join('\n'),
    );
    await souk(shop, 'codes', 'import', 'told', join(folder, 'codes'));
    await rm(folder, { recursive: true });
    const fulfillment = [{ handler: 'codes', settings: { stock: 'told' } }];
    const product = await shop.product({ type: 'package', fulfillment });

    // 20 orders of 1 USD under 10 keys each sent twice; the balance is enough for 5 of them.
    const uuids = Array.from({ length: 10 }, () => randomUUID());
    const ids = await Promise.all(
      [...uuids, ...uuids].map((uuid) => place(account, product, uuid)),
    );
    const committed = [...new Set(ids.filter((id) => id !== ''))].sort();

    expect(committed).toHaveLength(5);
    await shop.jobsDone('webhook', account.id);
    const told = await receiver.arrived(account.path, 5);
    expect(told.map(({ event }) => event.data.order_id).sort()).toEqual(committed);
  });

  it('is told once when many decide at once', async () => {
    const account = await toldAccount();
    const orderId = await place(account, await shop.product());
    const decisions = shop.service(OrderCloseService);

    await Promise.allSettled(
      Array.from({ length: 32 }, (_, n) =>
        n % 2 === 0
          ? decisions.accept(orderId, { actor: 'test' })
          : decisions.reject(orderId, { reason: 'no', actor: 'test' }),
      ),
    );
    await shop.jobsDone('webhook', account.id);

    expect(await receiver.arrived(account.path, 1)).toHaveLength(1);
  });

  it('costs nothing without a webhook: no job is written', async () => {
    const account = await shop.account({ balance: '10' });
    const orderId = await place(account, await shop.product());
    await shop.service(OrderCloseService).accept(orderId, { actor: 'test' });

    const jobs = await shop.db.query(
      `SELECT 1 FROM pgboss.job WHERE name = 'webhook' AND data ->> 'accountId' = $1`,
      [String(account.id)],
    );
    expect(jobs).toEqual([]);
  });
});

describe('balance.low', () => {
  const balances = async (account: ToldAccount, count: number): Promise<unknown[]> => {
    await shop.jobsDone('webhook', account.id);
    const told = await receiver.arrived(account.path, count);
    return (
      told
        .filter(({ event }) => event.type === 'balance.low')
        .map((message) => verified(account.secret, message).data)
        // Messages may arrive in another order than the one in which they were written.
        .sort((left, right) => Number(right.balance) - Number(left.balance))
    );
  };

  it('is told of the one charge that crosses the threshold, credit included', async () => {
    const account = await toldAccount({ balance: '10', creditLimit: '10' }, '5');
    const product = await shop.product();

    const ids = await Promise.all(Array.from({ length: 20 }, () => place(account, product)));

    expect(ids.every((id) => id !== '')).toBe(true);
    expect(await balances(account, 1)).toEqual([{ balance: '4', threshold: '5', currency: 'USD' }]);
  });

  it('is told again when money came in between, and not of an order that failed', async () => {
    const account = await toldAccount({ balance: '6' }, '5');
    const product = await shop.product({ price: '2' });
    const dear = await shop.product({ price: '100' });

    expect(await place(account, dear)).toBe('');
    const first = await place(account, product);
    await place(account, product);
    await shop.service(OrderCloseService).reject(first, { reason: 'no', actor: 'test' });
    await souk(shop, 'balance', 'deposit', String(account.id), '1');
    await place(account, product);

    expect(await balances(account, 3)).toEqual([
      { balance: '4', threshold: '5', currency: 'USD' },
      { balance: '3', threshold: '5', currency: 'USD' },
    ]);
  });
});
