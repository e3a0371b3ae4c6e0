import { randomUUID } from 'node:crypto';
import { ProductCosts } from '../../src/fulfillment/costs/product-costs.service.js';
import { RefusalJournal } from '../../src/orders/refusals/refusal-journal.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let support: TestOperator;
let viewer: TestOperator;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  shop = await workerShop();
  support = await TestOperator.of(shop, 'support', { name: fresh('support') });
  viewer = await TestOperator.of(shop, 'viewer', { name: fresh('viewer') });
  product = await shop.product({ price: '5', fields: ['playerId'] });
  await shop.service(ProductCosts).set(product, '3');
  account = await shop.account({ balance: '100' });
});

const place = async (uuid: string, query: string, of = account) =>
  of.api(`/client/api/newOrder/${product}/params?order_uuid=${uuid}&${query}`);

interface Refusal {
  readonly code: number;
  readonly order_uuid: string | null;
}
interface Page {
  readonly items: Refusal[];
  readonly next: string | null;
}

describe('refused orders', () => {
  let poor: TestAccount;
  const uuid = randomUUID();

  beforeAll(async () => {
    poor = await shop.account({ name: 'Poor' });
    const written = () => until(() => shop.service(RefusalJournal).waiting === 0);
    for (let sent = 0; sent < 5; sent++) await place(uuid, 'qty=1&playerId=5512345678', poor);
    // The time of a refusal is as exact as the wait of its batch for the database is short.
    await written();
    await place(randomUUID(), 'qty=x', poor);
    await written();
  });

  it('are listed in pages, newest first, with the code and the reason of the answer', async () => {
    const seen: Refusal[] = [];
    let cursor = '';
    do {
      const page = await viewer.get<Page>(`GET refusals?account_id=${poor.id}&limit=2${cursor}`);
      seen.push(...page.items);
      cursor = page.next === null ? '' : `&cursor=${page.next}`;
    } while (cursor !== '');
    expect(seen.map(({ code }) => code)).toEqual([106, 100, 100, 100, 100, 100]);
    expect(seen[1]).toMatchObject({
      account_id: poor.id,
      product_id: product,
      order_uuid: uuid,
      address: '127.0.0.1',
    });
    expect(JSON.stringify(seen)).not.toContain('5512345678');
  });

  it('are found by order_uuid in any spelling, code, product and time', async () => {
    const count = async (query: string) =>
      (await viewer.get<Page>(`GET refusals?account_id=${poor.id}&${query}`)).items.length;

    expect(await count(`order_uuid=${uuid.toUpperCase()}`)).toBe(5);
    expect(await count('order_uuid=none')).toBe(0);
    expect(await count('code=106')).toBe(1);
    expect(await count(`product_id=${product}&code=100`)).toBe(5);
    expect(await count('to=2020-01-01T00:00:00Z')).toBe(0);
    expect(await count('from=2020-01-01T00:00:00Z')).toBe(6);
  });

  it('are one file as CSV', async () => {
    const { headers, text } = await viewer.ask(`GET refusals?account_id=${poor.id}&format=csv`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, ...lines] = text.trimEnd().split('\r\n');
    expect(header).toMatch(/^id,at,account_id,code,reason,/);
    expect(lines).toHaveLength(6);
  });

  it.each(['code=99', 'code=700', 'code=x', 'order_uuid=', 'from=x', 'format=xml', 'cursor=x'])(
    'are not listed by %s',
    async (query) => {
      expect((await viewer.ask(`GET refusals?${query}`)).status).toBe(422);
    },
  );
});

describe('the timeline of an order', () => {
  interface Timeline {
    readonly items: { event: string; facts: Record<string, unknown> }[];
  }

  it('tells what has happened, oldest first, by id and order_uuid', async () => {
    const uuid = randomUUID();
    await place(uuid, 'qty=x&playerId=5512345678');
    await until(() => shop.service(RefusalJournal).waiting === 0);
    const { json } = await place(uuid, 'qty=1&playerId=5512345678');
    expect(json).toMatchObject({ status: 'OK' });
    const { order_id: id } = (json as { data: { order_id: string } }).data;
    await support.get(`POST orders/${id}/reject`, { body: { reason: 'No.' }, key: randomUUID() });
    const { items } = await viewer.get<Timeline>(`GET orders/${id}/timeline`);

    expect(items.map(({ event }) => event)).toEqual([
      'refused',
      'placed',
      'debit',
      'refund',
      'decided',
    ]);
    expect(items.at(-1)?.facts).toMatchObject({ status: 'reject', by: `operator:${support.name}` });
    expect(JSON.stringify(items)).not.toContain('5512345678');
    expect(await viewer.get(`GET orders/${uuid}/timeline`)).toEqual({ items });
  });

  it('is told of an order whose codes cannot be read any more', async () => {
    const { json } = await place(randomUUID(), 'qty=1&playerId=5512345678');
    const { order_id: id } = (json as { data: { order_id: string } }).data;
    await shop.db.query(
      `UPDATE orders SET sealed_codes = '\\x00', status = 'accept', decided_by = 'test', decided_at = now()
       WHERE order_id = $1`,
      [id],
    );
    const { items } = await viewer.get<Timeline>(`GET orders/${id}/timeline`);
    expect(items.map(({ event }) => event)).toEqual(['placed', 'debit', 'decided']);
    // What cannot be read would be found by whoever examines the whole shop.
    await shop.db.query('UPDATE orders SET sealed_codes = NULL WHERE order_id = $1', [id]);
  });

  /** Its token is none, which would be found by whoever examines the whole shop. */
  async function removeSupplier(name: string): Promise<void> {
    await shop.db.query(
      'DELETE FROM supplier_attempts USING suppliers WHERE id = supplier_id AND name = $1',
      [name],
    );
    await shop.db.query('DELETE FROM suppliers WHERE name = $1', [name]);
  }

  it('has what a supplier has charged for those alone who may see costs', async () => {
    const { json } = await place(randomUUID(), 'qty=1&playerId=5512345678');
    const { order_id: id } = (json as { data: { order_id: string } }).data;
    const supplier = fresh('supplier');
    await shop.db.query(
      `WITH supplier AS (
         INSERT INTO suppliers (name, base_url, sealed_token, balance, low_balance)
         VALUES ($3, '', '', 1, 1) RETURNING id)
       INSERT INTO supplier_attempts (account_id, order_id, supplier_id, supplier_product, cost)
       SELECT $1, $2, id, 7, 1.5 FROM supplier`,
      [account.id, id, supplier],
    );
    const finance = await TestOperator.of(shop, 'finance', { name: fresh('finance') });
    const purchase = async (by: TestOperator) => {
      const { items } = await by.get<Timeline>(`GET orders/${id}/timeline`);
      return items.find(({ event }) => event === 'purchase begun')?.facts;
    };
    expect(await purchase(finance)).toMatchObject({ supplier, cost: '1.5' });
    expect(await purchase(viewer)).toMatchObject({ supplier });
    expect(await purchase(viewer)).not.toHaveProperty('cost');
    await removeSupplier(supplier);
  });

  it('and the order have what a supplier has said for those alone who may see costs and balances', async () => {
    // The server stops the orders of an account that has a rejected order without a refund.
    const unpaid = await shop.account({ balance: '5' });
    const { json } = await place(randomUUID(), 'qty=1&playerId=5512345678', unpaid);
    const { order_id: id } = (json as { data: { order_id: string } }).data;
    const said = 'the supplier says ERROR 100 you have 12.50 USD';
    const supplier = fresh('supplier');
    await shop.db.query(
      `WITH supplier AS (
         INSERT INTO suppliers (name, base_url, sealed_token) VALUES ($4, '', '') RETURNING id)
       INSERT INTO supplier_attempts (account_id, order_id, supplier_id, supplier_product, refusal)
       SELECT $1, $2, id, 7, $3 FROM supplier`,
      [unpaid.id, id, said, supplier],
    );
    await shop.db.query(
      `UPDATE orders SET status = 'reject', decided_by = 'handler:upstream', decided_at = now(),
         decision_note = $2 WHERE order_id = $1`,
      [id, said],
    );
    const shown = async (by: TestOperator) =>
      (await by.ask(`GET orders/${id}`)).text + (await by.ask(`GET orders/${id}/timeline`)).text;
    const finance = await TestOperator.of(shop, 'finance', { name: fresh('treasurer') });
    expect((await shown(finance)).split(said)).toHaveLength(4);
    for (const by of [support, viewer]) expect(await shown(by)).not.toContain('12.50');
    await removeSupplier(supplier);
  });

  it('of no order is not found', async () => {
    for (const none of ['ID_ffffffffffffffff', randomUUID(), 'x']) {
      expect((await viewer.ask(`GET orders/${none}/timeline`)).status).toBe(404);
    }
  });
});

describe('the search for orders', () => {
  interface Findings {
    readonly items: { readonly order_id: string; readonly by: string }[];
    readonly refusals: Refusal[];
    readonly values_searched: string;
  }
  const uuid = randomUUID();

  it('finds an order by its uuid, and by its id', async () => {
    await place(uuid, 'qty=1&playerId=5500000001');
    const byUuid = await viewer.get<Findings>(`GET order-search?text=${uuid}`);
    expect(byUuid.items).toMatchObject([{ by: 'order_uuid' }]);
    const id = byUuid.items[0]?.order_id ?? '';
    const byId = await viewer.get<Findings>(`GET order-search?text=${id}`);
    expect(byId.items).toMatchObject([{ order_id: id, by: 'order_id' }]);
  });

  it('does not look into fields for those who may not see them', async () => {
    const seen = await viewer.get<Findings>('GET order-search?text=5500000001');
    expect(seen).toMatchObject({ items: [], values_searched: 'not allowed' });
    const { status } = await viewer.ask('GET order-search');
    expect(status).toBe(422);
  });
});

it('tells of webhooks in a timeline to those who may see webhooks', async () => {
  const uuid = randomUUID();
  const { json } = await place(uuid, 'qty=1&playerId=5512345678');
  const { order_id: order } = (json as { data: { order_id: string } }).data;
  await shop.db.query(
    `INSERT INTO webhook_messages (account_id, order_id, message_id, event_type, receiver, attempts, failure)
       VALUES ($1, $2, 'm', 'order.accepted', 'https://a.example', 1, '')`,
    [account.id, order],
  );
  const scoped = await TestOperator.of(shop, 'support', {
    name: fresh('app'),
    scopes: ['orders.read'],
  });
  const eventsFor = async (operator: TestOperator): Promise<string[]> => {
    const { items } = await operator.get<{ items: { event: string }[] }>(
      `GET orders/${order}/timeline`,
    );
    return items.map(({ event }) => event);
  };
  expect(await eventsFor(support)).toContain('webhook sent');
  expect(await eventsFor(scoped)).toContain('placed');
  expect(await eventsFor(scoped)).not.toContain('webhook sent');
});
