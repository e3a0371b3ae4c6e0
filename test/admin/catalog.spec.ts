import { randomUUID } from 'node:crypto';
import { cursorOf } from '../../src/operations/lists/page.js';
import { Database } from '../../src/database/database.js';
import { TestOperator } from '../support/test-operator.js';
import { until } from '../support/until.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let owner: TestOperator;
let account: TestAccount;
let category: number;
let product: number;

beforeAll(async () => {
  shop = await workerShop();
  owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
});
beforeEach(async () => {
  account = await shop.account();
  category = await shop.category();
  product = await shop.product({ categoryId: category, price: '2', fields: ['playerId'] });
});

/** What the account sees of the product. */
async function seen(): Promise<{ name: string; price: number } | undefined> {
  const { json } = await account.api(`/client/api/products?products_id=${product}`);
  return Array.isArray(json) ? (json[0] as { name: string; price: number }) : undefined;
}
const set = (path: string, body: unknown, match = '*') =>
  owner.ask(`PATCH ${path}`, { body, match });

describe('categories', () => {
  it('are made, renamed, moved and listed', async () => {
    const made = await owner.ask('POST categories', {
      body: { name: ' Cards ', parent_id: category },
    });
    const { id } = made.json as { id: number };

    expect([made.status, made.json]).toEqual([
      201,
      { id, parent_id: category, name: 'Cards', position: 1, image: null, testing_only: false },
    ]);
    const renamed = await set(`categories/${id}`, { name: 'Gifts' }, String(made.headers.etag));
    expect(renamed.json).toMatchObject({ name: 'Gifts', parent_id: category });
    expect((await set(`categories/${id}`, { name: 'x' }, String(made.headers.etag))).status).toBe(
      412,
    );
    expect((await set(`categories/${id}`, { parent_id: null })).json).toMatchObject({
      parent_id: null,
    });
    expect(await owner.get(`GET categories/${id}`)).toMatchObject({ name: 'Gifts' });
    expect((await set(`categories/${id}`, { parent_id: id })).status).toBe(409);
    const before = cursorOf('categories', [String(category - 1)]);
    const { items } = await owner.get<{ items: { id: number }[] }>(
      `GET categories?limit=100&cursor=${before}`,
    );
    expect(items.map((item) => item.id)).toEqual(expect.arrayContaining([category, id]));
  });

  it.each([
    ['POST categories', { name: '' }, 422],
    ['POST categories', { name: 'x', parent_id: 999_999 }, 404],
    ['PATCH categories/999999', { name: 'x' }, 404],
    ['GET categories/999999', undefined, 404],
  ])('%s with %j is answered %i', async (route, body, status) => {
    const ask = { ...(body !== undefined && { body }), match: '*' };
    expect((await owner.ask(route, ask)).status).toBe(status);
  });
});

describe('products', () => {
  it('are shown, renamed, switched off, deleted and restored', async () => {
    const shown = await owner.ask(`GET products/${product}`);
    expect(shown.json).toMatchObject({
      id: product,
      category_id: category,
      price: '2',
      available: true,
      params: ['playerId'],
      deleted_at: null,
    });
    const changed = await set(
      `products/${product}`,
      { name: 'Other', available: false },
      String(shown.headers.etag),
    );
    expect(changed.json).toMatchObject({ name: 'Other', available: false });
    expect(await seen()).toBeUndefined();
    await set(`products/${product}`, { available: true });
    expect(await seen()).toMatchObject({ name: 'Other' });
    await set(`products/${product}`, { deleted: true });
    expect(await seen()).toBeUndefined();
    const list = async (deleted: boolean) =>
      (
        await owner.get<{ items: { id: number }[] }>(
          `GET products?category_id=${category}&deleted=${deleted}`,
        )
      ).items.map(({ id }) => id);
    expect([await list(false), await list(true)]).toEqual([[], [product]]);
    await set(`products/${product}`, { deleted: false });
    expect(await seen()).toBeDefined();
  });

  it('have a base price, exact to 18 decimals', async () => {
    const price = '0.007722550277173913';
    const put = (body: unknown) => owner.ask(`PUT products/${product}/price`, { body });

    expect((await put({ price })).json).toMatchObject({ price });
    for (const wrong of [5, '-1', '1e3', '0.0000000000000000001', '1'.repeat(21), '']) {
      expect([wrong, (await put({ price: wrong })).status]).toEqual([wrong, 422]);
    }
    expect(await owner.get(`GET products/${product}`)).toMatchObject({ price });
  });

  it('and categories are found by words of their names', async () => {
    const word = fresh('sought');
    const cards = await shop.category({ name: `${word} 100% cards` });
    const id = await shop.product({ name: `${word} 60_UC`, categoryId: cards });
    await shop.product({ name: `${word} 60 UC` });
    const idsOf = async (list: string): Promise<number[]> => {
      const { items } = await owner.get<{ items: { id: number }[] }>(`GET ${list}`);
      return items.map((item) => item.id);
    };
    const other = await shop.product({ name: `${word} 325UC` });
    expect(await idsOf(`products?text=uc_60&category_id=${cards}`)).toEqual([id]);
    expect(await idsOf(`products?text=UC%20325%20${word}`)).toEqual([other]);
    expect((await owner.ask('GET products?text=uc&cursor=x')).status).toBe(422);
    expect(await idsOf(`categories?text=100%25%20${word}`)).toEqual([cards]);
    expect(await idsOf(`categories?text=100%25%20x%20${word}`)).toEqual([]);
  });

  it('that do not exist are not found', async () => {
    expect((await owner.ask('GET products/999999')).status).toBe(404);
    expect((await set('products/999999', { name: 'x' })).status).toBe(404);
    expect((await owner.ask('PUT products/999999/price', { body: { price: '1' } })).status).toBe(
      404,
    );
  });
});

describe('rules', () => {
  const put = (kind: string, body: unknown) => owner.ask(`PUT ${kind}`, { body });

  it('hide a product from an account, and show it again', async () => {
    const rule = { account_id: account.id, product_id: product };
    expect((await put('visibility-rules', { ...rule, visible: false })).json).toEqual({
      ...rule,
      group_id: null,
      category_id: null,
      visible: false,
    });
    expect(await seen()).toBeUndefined();
    const query = `account_id=${account.id}&product_id=${product}`;
    expect((await owner.ask(`DELETE visibility-rules?${query}`)).status).toBe(200);
    expect(await seen()).toBeDefined();
    expect((await owner.ask(`DELETE visibility-rules?${query}`)).status).toBe(404);
  });

  it('give an account a price of its own', async () => {
    const rule = { account_id: account.id, product_id: product };
    await put('price-rules', { ...rule, fixed_price: '1.5' });
    expect(await seen()).toMatchObject({ price: 1.5 });
    expect((await put('price-rules', { ...rule, percentage: '+10' })).json).toMatchObject({
      percentage: '10',
      fixed_price: null,
    });
    expect(await seen()).toMatchObject({ price: 2.2 });
    const [row] = await shop.db.query<{ id: number }>(
      'SELECT id FROM price_rules WHERE account_id = $1',
      [account.id],
    );
    // The first rule of all comes behind no other.
    const after = row!.id - 1;
    const cursor = after === 0 ? '' : `?cursor=${cursorOf('price-rules', [String(after)])}`;
    const { items } = await owner.get<{ items: unknown[] }>(`GET price-rules${cursor}`);
    expect(items).toContainEqual(expect.objectContaining({ ...rule, percentage: '10' }));
  });

  it('are set by many at the same time, and one of them is left', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        put('price-rules', { account_id: account.id, percentage: `+${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    const rows = await shop.db.query('SELECT FROM price_rules WHERE account_id = $1', [account.id]);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['visibility-rules', { visible: true }, 422],
    ['visibility-rules', { visible: true, product_id: 999_999 }, 404],
    ['visibility-rules', { visible: true, product_id: 1, account_id: 999_999 }, 404],
    ['visibility-rules', { visible: true, product_id: 1, group_id: 999_999 }, 404],
    ['visibility-rules', { visible: true, product_id: 1, category_id: 1 }, 422],
    ['visibility-rules', { visible: true, account_id: 999_999, group_id: 999_999 }, 404],
    ['price-rules', { percentage: '+5' }, 422],
    ['price-rules', { percentage: 'x' }, 422],
    ['price-rules', {}, 422],
  ])('of %s are not made of %j', async (kind, body, status) => {
    const own = 'product_id' in body && body.product_id === 1 ? { product_id: product } : {};
    expect((await put(kind, { ...body, ...own })).status).toBe(status);
  });

  it('of a fixed price for a category are refused', async () => {
    const body = { account_id: account.id, category_id: category, fixed_price: '1' };
    expect((await put('price-rules', body)).status).toBe(422);
  });
});

/** Who waits for the one that asks. */
const WAITING = `
  SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`;

describe('base prices', () => {
  const change = (body: object, key = randomUUID(), by = owner) =>
    by.ask('POST base-prices', { body, key });

  it('are raised exactly as the dry run shows, once for each key', async () => {
    const body = { category_id: category, percentage: '+10' };
    const raiser = await TestOperator.of(shop, 'owner', { name: fresh('raiser') });
    const dry = await change({ ...body, dry_run: true }, undefined, raiser);
    const risen = { percent: '10', mostly_rounding: false };
    const items = [{ product_id: product, name: '60 UC', before: '2', after: '2.2', ...risen }];

    expect(dry.json).toMatchObject({ applied: false, count: 1, items, unusual: { count: 0 } });
    expect(await owner.get(`GET products/${product}`)).toMatchObject({ price: '2' });
    const key = randomUUID();
    const applied = await change(body, key, raiser);
    expect(applied.json).toMatchObject({ applied: true, count: 1, items });
    expect((await change(body, key, raiser)).text).toBe(applied.text);
    expect(await owner.get(`GET products/${product}`)).toMatchObject({ price: '2.2' });
    const entries = await shop.db.query<{ before: object; after: object }>(
      "SELECT before, after FROM audit_entries WHERE action = 'price base' AND actor = $1",
      [`operator:${raiser.name}`],
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]?.after).toMatchObject({ count: 1 });
  });

  it('are shown with their percent, marked where rounding does more, and left out by id', async () => {
    const inner = await shop.category();
    const ids: number[] = [];
    for (const price of ['0.0141', '1', '0.001']) {
      ids.push(await shop.product({ categoryId: inner, price }));
    }
    const [rounded, risen, lost] = ids;
    const body = { category_id: inner, percentage: '10', decimals: 2, except: [lost] };
    const { json } = await change({ ...body, dry_run: true });
    expect(json).toMatchObject({
      count: 2,
      items: [
        { product_id: rounded, after: '0.02', percent: '41.84', mostly_rounding: true },
        { product_id: risen, after: '1.1', percent: '10', mostly_rounding: false },
      ],
    });
    expect((await change({ ...body, except: [] })).status).toBe(422);
    for (const except of [['1'], [0], [1.5], 1, Array.from({ length: 1_001 }, (_, id) => id + 1)]) {
      expect((await change({ ...body, except })).status).toBe(422);
    }
    await change({ ...body, except: [lost, rounded] });
    const prices = await Promise.all(
      ids.map(async (id) => (await owner.get(`GET products/${id}`)).price),
    );
    expect(prices).toEqual(['0.0141', '1.1', '0.001']);
  });

  it('are changed while another transaction refers to the product', async () => {
    const [held, released] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ];
    const referring = shop.service(Database).transaction(async (manager) => {
      await manager.query('SELECT FROM products WHERE id = $1 FOR KEY SHARE', [product]);
      held.resolve(undefined);
      await released.promise;
    });
    await held.promise;
    const { status } = await change({ product_id: product, percentage: '+10' });
    released.resolve(undefined);
    await referring;

    expect(status).toBe(200);
  });

  it('wait for an import with no row that it needs', async () => {
    const database = shop.service(Database);
    const changing = await database.transaction(async (manager) => {
      await manager.query('LOCK TABLE products IN SHARE ROW EXCLUSIVE MODE');
      const changed = change({ product_id: product, percentage: '+10' });
      await until(async () => (await manager.query<unknown[]>(WAITING)).length > 0);
      await manager.query('SELECT FROM products WHERE id = $1 FOR UPDATE NOWAIT', [product]);
      return [changed];
    });
    expect((await changing[0])?.status).toBe(200);
  });

  it.each([
    [{ percentage: '+10' }, 422],
    [{ percentage: '+10', all: false }, 422],
    [{ percentage: '+10', all: true, product_id: 1 }, 422],
    [{ percentage: '10e3', all: true }, 422],
    [{ percentage: '+10', product_id: 999_999 }, 404],
    [{ percentage: '+10', category_id: 999_999 }, 404],
  ])('are not changed by %j', async (body, status) => {
    expect((await change(body)).status).toBe(status);
  });
});
