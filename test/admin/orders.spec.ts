import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { AccountConsistencyService } from '../../src/upkeep/sentinel/account-consistency.service.js';
import { OperatorTokens } from '../../src/people/tokens/operator-tokens.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const CALLERS = 64;
const PLAYER = '5512345678';

let shop: TestShop;
let support: TestOperator;
let viewer: TestOperator;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  shop = await workerShop();
  support = await TestOperator.of(shop, 'support', { name: fresh('support') });
  viewer = await TestOperator.of(shop, 'viewer', { name: fresh('viewer') });
  product = await shop.product({ price: '1', fields: ['playerId'] });
});
beforeEach(async () => {
  account = await shop.account({ balance: '200' });
});

interface Item {
  readonly order_id: string;
  readonly status: number;
  readonly type: string | null;
}
interface Order {
  readonly order_id: string;
  readonly account_id: number;
  readonly product_id: number;
  readonly status: string;
}

async function order(of = account, productId = product): Promise<string> {
  const query = `order_uuid=${randomUUID()}&qty=1&playerId=${PLAYER}`;
  const { json } = await of.api(`/client/api/newOrder/${productId}/params?${query}`);
  return (json as { data: { order_id: string } }).data.order_id;
}
const orders = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => order()));
const accept = (id: string, body: object = {}, key = randomUUID(), by = support) =>
  by.ask(`POST orders/${id}/accept`, { body, key });
const reject = (id: string, body: object = { reason: 'No.' }, key = randomUUID(), by = support) =>
  by.ask(`POST orders/${id}/reject`, { body, key });
const balance = async () =>
  (await viewer.get<{ balance: string }>(`GET accounts/${account.id}/balance`)).balance;

describe('an order', () => {
  it('is shown with values and codes to those who may see them alone', async () => {
    // Of a product of its own: others of one that delivers codes are not accepted together without.
    const id = await order(account, await shop.product({ price: '1', fields: ['playerId'] }));
    await support.get(`POST orders/${id}/accept`, { body: { codes: ['CODE-1'] }, key: id });
    const seen = await support.get(`GET orders/${id}`);

    expect(seen).toMatchObject({
      order_id: id,
      account_id: account.id,
      status: 'accept',
      total: '1',
      fields: { playerId: PLAYER },
      codes: ['CODE-1'],
      decided_by: `operator:${support.name}`,
    });
    for (const route of [`GET orders/${id}`, `GET orders?account_id=${account.id}`]) {
      const { text } = await viewer.ask(route);
      expect(text).not.toContain(PLAYER);
      expect(text).not.toContain('CODE-1');
      expect(text).toContain('"fields":{"playerId":null}');
      expect(text).toContain('"has_codes":true');
    }
  });

  it('is found by its order_uuid, and by no other text', async () => {
    const id = await order();
    const { order_uuid: uuid } = await viewer.get<{ order_uuid: string }>(`GET orders/${id}`);

    expect(await viewer.get(`GET orders/${uuid}`)).toMatchObject({ order_id: id });
    for (const none of [randomUUID(), 'ID_ffffffffffffffff', 'x', '%00', 'x'.repeat(2_000)]) {
      expect([none, (await viewer.ask(`GET orders/${none}`)).status]).toEqual([none, 404]);
    }
  });

  it('is decided once, and its money goes back once', async () => {
    const id = await order();
    expect(await balance()).toBe('199');
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, index) => (index % 4 < 2 ? reject(id) : accept(id))),
    );
    const done = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 409);

    expect(done).toHaveLength(1);
    expect(done.length + refused.length).toBeGreaterThan(1);
    const { status } = done[0]?.json as { status: string };
    expect(await balance()).toBe(status === 'reject' ? '200' : '199');
    expect((await accept(id)).status).toBe(409);
    const { fault } = await shop.service(AccountConsistencyService).checkWhole(account.id);
    expect(fault).toBeUndefined();
  });

  it('is decided once for its key, with the same answer', async () => {
    const [id, key] = [await order(), randomUUID()];
    const first = await reject(id, undefined, key);
    const again = await reject(id, undefined, key);

    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await reject(id, { reason: 'Other.' }, key)).status).toBe(409);
    const by = `operator:${support.name}`;
    expect(first.json).toEqual({ order_id: id, status: 'reject', decided_by: by });
  });

  it('tells its reseller the reason, not the note', async () => {
    const id = await order();
    await reject(id, { reason: 'The player does not exist.', note: 'Seen twice.' });
    const { text } = await account.api(`/client/api/check?orders=${id}&details=1`);

    expect(text).toContain('The player does not exist.');
    expect(text).not.toContain('Seen twice.');
  });

  it.each([
    ['accept', { codes: [''] }, 422],
    ['accept', { codes: [] }, 422],
    ['accept', { codes: ['a\0'] }, 422],
    ['accept', { codes: 'x' }, 422],
    ['reject', {}, 422],
    ['reject', { reason: '  ' }, 422],
  ])('is not decided by %s with %j', async (verb, body, status) => {
    const id = await order();
    const answer = await support.ask(`POST orders/${id}/${verb}`, { body, key: randomUUID() });

    expect(answer.status).toBe(status);
    expect(await viewer.get(`GET orders/${id}`)).toMatchObject({ status: 'wait' });
  });

  it('is not decided without a key', async () => {
    const id = await order();
    expect((await support.ask(`POST orders/${id}/accept`, { body: {} })).status).toBe(400);
  });
});

describe('100 orders', () => {
  it('are accepted by one request, with an answer and an audit entry for each', async () => {
    const ids = await orders(99);
    const decided = await order();
    await accept(decided);
    const note = fresh('bulk');
    const body = { order_ids: [...ids, decided], note };
    const key = randomUUID();
    const { items } = await support.get<{ items: Item[] }>('POST orders/accept', { body, key });

    expect(items.map(({ order_id: id }) => id)).toEqual(body.order_ids);
    expect(items.filter(({ status }) => status === 200)).toHaveLength(99);
    expect(items.at(-1)).toMatchObject({ status: 409, type: 'urn:souk:problem:conflict' });
    const audited = await shop.db.query(
      `SELECT FROM audit_entries WHERE action = 'order accept' AND outcome = 'done'
       AND details ->> 'note' = $1`,
      [note],
    );
    expect(audited).toHaveLength(99);
    // Again under the same key: the same answer, and nothing happens.
    const again = await support.get('POST orders/accept', { body, key });
    expect(again).toEqual({ items });
  });

  it('that were interrupted are gone on with under the same key', async () => {
    const ids = (await orders(6)).toSorted();
    await shop.db.query(`CREATE FUNCTION fail_at() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.order_id = '${ids[3]}' THEN RAISE EXCEPTION 'broken' USING ERRCODE = '57014'; END IF;
      RETURN NEW; END $$;
      CREATE TRIGGER fail_at BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION fail_at()`);
    const ask = { body: { order_ids: ids }, key: randomUUID() };
    const broken = await support.ask('POST orders/accept', ask);
    await shop.db.query('DROP TRIGGER fail_at ON orders; DROP FUNCTION fail_at()');
    const { items } = await support.get<{ items: Item[] }>('POST orders/accept', ask);

    expect(broken.status).toBe(503);
    expect(items.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  it('are decided until the operator may not decide any more', async () => {
    const ids = await orders(5);
    const leaving = await TestOperator.of(shop, 'support', { name: fresh('leaving') });
    const closes = shop.service(OrderCloseService);
    const close = closes.accept.bind(closes);
    const closed = vi.spyOn(closes, 'accept').mockImplementation(async (...order) => {
      const result = await close(...order);
      if (closed.mock.calls.length === 2) {
        await shop.service(OperatorTokens).revoke(leaving.tokenId, { actor: 'operator:test' });
      }
      return result;
    });
    try {
      const ask = { body: { order_ids: ids }, key: randomUUID() };
      expect((await leaving.ask('POST orders/accept', ask)).status).toBe(401);
    } finally {
      closed.mockRestore();
    }
    const shown = await Promise.all(ids.map((id) => viewer.get<Order>(`GET orders/${id}`)));
    expect(shown.map(({ status }) => status)).toEqual(['accept', 'accept', 'wait', 'wait', 'wait']);
  });

  it.each([
    { order_ids: [] },
    { order_ids: Array(101).fill('ID_ffffffffffffffff') },
    { order_ids: ['x'] },
    { order_ids: 'ID_ffffffffffffffff' },
    { order_ids: ['ID_ffffffffffffffff'], codes: ['x'] },
    {},
  ])('are not decided by %j', async (body) => {
    const ask = { body, key: randomUUID() };
    expect((await support.ask('POST orders/accept', ask)).status).toBe(422);
  });
});

describe('the list of orders', () => {
  async function all(query: string, limit = 3): Promise<Order[]> {
    const items: Order[] = [];
    let cursor = '';
    for (;;) {
      const page = await viewer.get<{ items: Order[]; next: string | null }>(
        `GET orders?limit=${limit}${query}${cursor}`,
      );
      items.push(...page.items);
      if (page.next === null) return items;
      cursor = `&cursor=${page.next}`;
    }
  }

  it('is of all accounts, newest first, each order once', async () => {
    const another = await shop.account({ balance: '10' });
    await order(another);
    await order();
    await order(another);
    const [{ from } = { from: '' }] = await shop.db.query<{ from: string }>(
      `SELECT to_json(min(created_at) AT TIME ZONE 'UTC') #>> '{}' || 'Z' AS from
       FROM orders WHERE account_id = $1`,
      [another.id],
    );
    const ids = await shop.db.query<{ order_id: string }>(
      'SELECT order_id FROM orders WHERE created_at >= $1 ORDER BY created_at DESC, order_id DESC',
      [from],
    );
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect((await all(`&from=${from}`, 2)).map(({ order_id: id }) => id)).toEqual(
      ids.map(({ order_id: id }) => id),
    );
    const newest = await viewer.get<{ items: Order[] }>('GET orders?limit=3');
    expect(newest.items.map(({ order_id: id }) => id)).toEqual(
      ids.slice(0, 3).map(({ order_id: id }) => id),
    );
  });

  it('is filtered by account, state, product and time, in pages', async () => {
    const second = await shop.product({ price: '1', fields: ['playerId'] });
    const begun = new Date(Date.now() - 60_000).toISOString();
    const [first, , third] = [await order(), await order(), await order(account, second)];
    await accept(first);
    const mine = `&account_id=${account.id}`;
    const ids = async (query: string) => (await all(query)).map(({ order_id: id }) => id);

    expect(await ids(mine)).toHaveLength(3);
    expect(await ids(`${mine}&status=accept`)).toEqual([first]);
    expect(await ids(`${mine}&product_id=${second}`)).toEqual([third]);
    expect(await ids(`&product_id=${second}`)).toEqual([third]);
    expect(await ids(`${mine}&status=reject`)).toEqual([]);
    expect(await ids(`${mine}&to=2020-01-01T00:00:00Z`)).toEqual([]);
    expect(await ids(`${mine}&from=2020-01-01T00:00:00Z`)).toHaveLength(3);
    const waiting = await ids(`&status=wait&from=${begun}`);
    expect(waiting).toContain(third);
    expect(waiting).not.toContain(first);
    expect(new Set(waiting).size).toBe(waiting.length);
  });

  it.each(['status=done', 'account_id=x', 'account_id=0', 'from=x', 'cursor=x', 'more=1'])(
    'refuses %s',
    async (query) => {
      expect((await viewer.ask(`GET orders?${query}`)).status).toBe(422);
    },
  );
});
