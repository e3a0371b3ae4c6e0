import { vi } from 'vitest';
import { Database } from '../../src/database/database.js';
import { MAX_EXAMINED_ORDERS } from '../../src/orders/history/order-history.repository.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { API, page, place, walked, type Page } from '../support/book-pages.js';
import { insertEntries, insertOrders } from '../support/book-rows.js';
import type { TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

interface OrderItem {
  readonly order_id: string;
  readonly order_uuid: string;
  readonly status: string;
  readonly product_id: number;
}

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});
const SECONDS: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

describe('GET orders', () => {
  it('has each order as check has it, and more', async () => {
    const account = await shop.account({ balance: '10' });
    const product = await shop.product({ price: '1.5', fields: ['playerId'], name: 'One' });
    const decisions = shop.service(OrderCloseService);
    const [rejected, rejectedUuid] = await place(account, product);
    await decisions.reject(rejected, { reason: 'no stock', note: 'secret', actor: 'operator:eve' });
    const [accepted, acceptedUuid] = await place(account, product);
    await decisions.accept(accepted, { codes: ['CODE-1'], note: 'secret', actor: 'operator:eve' });
    const [waiting, waitingUuid] = await place(account, product);

    const { text, json } = await account.api(`${API}/orders`);
    const common = {
      quantity: 1,
      data: { playerId: '7' },
      created_at: SECONDS,
      product_name: 'One',
      price: '1.5',
      product_id: product,
      unit_price: '1.5',
      codes_unavailable: false,
    };
    expect(json).toEqual({
      status: 'OK',
      data: [
        {
          ...{ order_id: waiting, order_uuid: waitingUuid, status: 'wait', ...common },
          ...{ replay_api: null, reason: null, decided_at: null },
        },
        {
          ...{ order_id: accepted, order_uuid: acceptedUuid, status: 'accept', ...common },
          ...{ replay_api: ['CODE-1'], reason: null, decided_at: SECONDS },
        },
        {
          ...{ order_id: rejected, order_uuid: rejectedUuid, status: 'reject', ...common },
          ...{ replay_api: null, reason: 'no stock', decided_at: SECONDS },
        },
      ],
      next: null,
    });
    expect(text).not.toMatch(/secret|eve/);
    const checked = await account.api(`${API}/check?orders=${waiting}`);
    const [same] = (checked.json as Page<object>).data;
    expect((json as Page<object>).data[0]).toMatchObject(same!);
  });

  it('has every order once, newest first, whatever the size of its pages', async () => {
    const account = await shop.account();
    const ids = [
      ...(await insertOrders(shop.db, account.id, { count: 5 })),
      // Of the same microsecond.
      ...(await insertOrders(shop.db, account.id, {
        ...{ count: 7, seconds: 0, from: '2026-01-02T00:00:00.123456Z' },
      })),
    ];
    for (const limit of [1, 2, 3, 4, 6, 11, 12, 13, 500]) {
      const orders = await walked<OrderItem>(account, `orders?limit=${limit}`);
      expect(orders.map(({ order_id }) => order_id)).toEqual(ids.toReversed());
    }
    const { data, next } = await page<OrderItem>(account, 'orders?limit=12');
    expect([data.length, next]).toEqual([12, null]);
  });

  it('neither loses nor repeats an order while others are placed and closed', async () => {
    const account = await shop.account({ balance: '1000' });
    const product = await shop.product({ price: '1' });
    const before = new Set<string>();
    for (let count = 0; count < 12; count++) before.add((await place(account, product))[0]);
    const decisions = shop.service(OrderCloseService);
    const orders = await walked<OrderItem>(account, 'orders?limit=2', async (pages) => {
      await place(account, product);
      const open = [...before][pages];
      if (open !== undefined) await decisions.reject(open, { reason: 'no', actor: 'test' });
    });
    const ids = orders.map(({ order_id }) => order_id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => before.has(id))).toEqual([...before].toReversed());
  });

  it('filters by state, product, key and time', async () => {
    const account = await shop.account({ orderUuidMode: 'opaque' });
    const { id } = account;
    const [first] = await insertOrders(shop.db, id, { count: 3, productId: 5 });
    await insertOrders(shop.db, id, { count: 2, productId: 6, from: '2026-02-01T00:00:00Z' });
    await insertOrders(shop.db, id, {
      ...{ count: 2, productId: 6, status: 'reject', from: '2026-03-01T00:00:00.5Z' },
    });
    await shop.db.query(
      `INSERT INTO order_keys (account_id, order_uuid, order_id)
       SELECT account_id, order_uuid, order_id FROM orders WHERE account_id = $1`,
      [id],
    );
    await shop.db.query(
      `INSERT INTO order_keys (account_id, order_uuid, sealed_at) VALUES ($1, 'sealed', now())`,
      [id],
    );
    const found = async (query: string) => (await page<OrderItem>(account, `orders?${query}`)).data;
    const key = (await found('product_id=5')).at(-1)?.order_uuid;

    expect(await found('status=reject')).toHaveLength(2);
    expect(await found('status=wait&product_id=6')).toHaveLength(2);
    expect(await found('status=accept')).toEqual([]);
    expect(await found('status=reject,wait&product_id=6')).toHaveLength(4);
    await shop.db.query(
      `UPDATE orders SET decided_at = created_at + interval '1 day'
       WHERE account_id = $1 AND status = 'reject'`,
      [id],
    );
    expect(await found('decided_from=2026-03-02T00:00:00.5Z')).toHaveLength(2);
    expect(await found('decided_from=2026-03-02T00:00:00.500001Z')).toHaveLength(1);
    expect(await found('decided_to=2026-03-02T00:00:00.500001Z')).toHaveLength(1);
    const early = 'to=2026-03-01T00:00:01Z';
    expect(await found(`decided_to=2026-03-02T00:00:00.500001Z&${early}`)).toHaveLength(1);
    expect(await found('decided_to=2030-01-01T00:00:00Z&status=wait')).toEqual([]);
    expect(await found('product_id=2147483647')).toEqual([]);
    expect(await found(`order_uuid=${key}`)).toMatchObject([{ order_id: first }]);
    expect(await found(`order_uuid=${key}&status=reject`)).toEqual([]);
    expect(await found('order_uuid=sealed')).toEqual([]);
    expect(await found('order_uuid=unknown')).toEqual([]);
    expect(await found('from=2026-01-01T00:00:01Z&to=2026-02-01T00:00:01Z')).toHaveLength(3);
    expect(await found('from=2026-03-01T00:00:00.500001Z')).toHaveLength(1);
    expect(await found('from=2026-03-01T00:00:00.5Z')).toHaveLength(2);
    expect(await found('from=2027-01-01T00:00:00Z&to=2025-01-01T00:00:00Z')).toEqual([]);
  });

  it('looks at a limited number of orders for one page, and finds all the same', async () => {
    const account = await shop.account();
    const rare = { status: 'reject', from: '2025-01-01T00:00:00Z' } as const;
    const ids = await insertOrders(shop.db, account.id, { count: 3, ...rare });
    await insertOrders(shop.db, account.id, { count: 2 * MAX_EXAMINED_ORDERS - 1 });
    const sizes: number[] = [];
    const query = 'orders?status=reject&limit=2';
    let next: string | null = null;
    do {
      const found: Page<OrderItem> = await page(
        account,
        `${query}${next ? `&cursor=${next}` : ''}`,
      );
      sizes.push(found.data.length);
      next = found.next;
    } while (next !== null);
    // The last of the second 2,000 is the newest of the three.
    expect(sizes).toEqual([0, 1, 2]);
    const orders = await walked<OrderItem>(account, query);
    expect(orders.map(({ order_id }) => order_id)).toEqual(ids.toReversed());
  });
});

describe.each(['orders', 'statement'])('GET %s', (book) => {
  it.each([
    ...['limit=0', 'limit=501', 'limit=99999999999999999999', 'limit=', 'limit=1&limit=1'],
    ...['cursor=', 'cursor=null', 'cursor=b3JkZXJz', `cursor=${'A'.repeat(300)}`, 'cursor=%00'],
    ...['from=2026-01-31', 'from=now', 'to=2026-02-30T00:00:00Z', 'to=infinity', 'to=%00'],
    ...['format=xml', 'format=CSV', 'format=csv&cursor=x', 'format=jsonl&from=x'],
  ])('answers 114 for %s', async (query) => {
    const { api } = await shop.account();
    const { status, json } = await api(`${API}/${book}?${query}`);

    expect([status, json]).toEqual([400, expect.objectContaining({ code: 114 })]);
  });

  it('shows nothing of other accounts, and takes none of their cursors', async () => {
    const [owner, outsider] = [await shop.account(), await shop.account()];
    await insertOrders(shop.db, owner.id, { count: 3 });
    await insertEntries(shop.db, owner.id, { count: 3 });
    const { next } = await page<object>(owner, `${book}?limit=1`);

    expect(await page<object>(outsider, book)).toEqual({ status: 'OK', data: [], next: null });
    const stolen = await outsider.api(`${API}/${book}?cursor=${next}`);
    expect(stolen.json).toMatchObject({ code: 114 });
    const other = book === 'orders' ? 'statement' : 'orders';
    const foreign = await owner.api(`${API}/${other}?cursor=${next}`);
    expect(foreign.json).toMatchObject({ code: 114 });
  });

  it('is not kept by anybody, and answers HEAD without a body', async () => {
    const { api } = await shop.account();
    for (const format of ['json', 'csv', 'jsonl']) {
      const { status, headers, text } = await shop.requestPage(`${API}/${book}?format=${format}`, {
        ...{ method: 'HEAD', token: (await shop.account()).token },
      });
      expect([status, text, headers['cache-control']]).toEqual([200, '', 'no-store']);
    }
    expect((await api(`${API}/${book}`)).headers['cache-control']).toBe('no-store');
  });

  it('reads no more rows than the page has, from an index', async () => {
    const account = await shop.account();
    await insertOrders(shop.db, account.id, { count: 1_500 });
    await insertEntries(shop.db, account.id, { count: 1_500 });
    await shop.db.query('ANALYZE orders, ledger_entries');
    const query = vi.spyOn(shop.service(Database).manager, 'query');
    const range = 'from=2026-01-01T00:01:00Z&to=2026-01-01T00:20:00Z';
    const first = await page<object>(account, `${book}?limit=20&${range}`);
    await page<object>(account, `${book}?limit=20&${range}&cursor=${first.next}`);
    // Of orders two more: the one that the cursor names, and one that shows that no other has the time of the last.
    const [table, index, most] =
      book === 'orders'
        ? ['orders', 'orders_account_time_idx', 23]
        : ['ledger_entries', 'ledger_entries_by_time', 21];
    // Not those of the search index, which is kept in the background.
    const calls = query.mock.calls.filter(
      ([sql]) =>
        (sql.includes(`FROM ${table}`) || sql.includes(`JOIN ${table}`)) &&
        sql.includes('examined') === (book === 'orders'),
    );
    query.mockRestore();

    expect(calls).toHaveLength(2);
    for (const [sql, parameters] of calls) {
      const [{ 'QUERY PLAN': plan }] = (await shop.db.query(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
        parameters as unknown[],
      )) as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }];
      const scans = scansOf(plan[0].Plan).filter((node) =>
        ['orders', 'ledger_entries'].includes(node['Relation Name'] ?? ''),
      );
      expect(scans.map((node) => node['Index Name'])).toContain(index);
      for (const node of scans) {
        const removed = (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'];
        const rows = node['Actual Rows'] * node['Actual Loops'] + removed;
        expect([node['Node Type'], node['Index Name'], rows <= most]).toEqual([
          node['Node Type'],
          node['Index Name'],
          true,
        ]);
      }
    }
  });
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

function scansOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(scansOf)].filter((one) => 'Relation Name' in one);
}
