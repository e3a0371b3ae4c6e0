import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../src/database/database.js';
import type { TakenBackDto } from '../../../src/operations/shop/audit.operations.js';
import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import { importAccepting } from '../../support/accepting-unusual.js';
import { soukJson } from '../../support/command-line.js';
import { TestOperator } from '../../support/test-operator.js';
import type { TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let owner: TestOperator;
let folder: string;

beforeAll(async () => {
  shop = await workerShop();
  owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
  folder = await mkdtemp(join(tmpdir(), 'souk-back-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The newest entry about a thing. */
async function newest(target: string): Promise<string> {
  const { items } = await owner.get<{ items: { id: string }[] }>(
    `GET audit?limit=1&target=${encodeURIComponent(target)}`,
  );
  return items[0]?.id ?? '';
}

const takeBack = (entry: string, body: object = {}): Promise<TakenBackDto> =>
  owner.get(`POST audit/${entry}/take-back`, { body });

async function imported(...lines: string[]): Promise<void> {
  const file = join(folder, `${randomUUID()}.csv`);
  await writeFile(file, `${lines.join('\n')}\n`);
  await importAccepting(shop, file);
}

interface Row {
  readonly name: string;
  readonly price: number;
  readonly deleted: boolean;
}
const rows = async (ids: readonly number[]): Promise<unknown[]> =>
  (
    await shop.db.query<Row>(
      `SELECT name, price::float AS price, deleted_at IS NOT NULL AS deleted FROM products
       WHERE id = ANY ($1) ORDER BY id`,
      [ids],
    )
  ).map(({ name, price, deleted }) => [name, price, ...(deleted ? ['deleted'] : [])]);

const setPrice = (product: number, price: string) =>
  owner.get(`PUT products/${product}/price`, { body: { price } });

describe('an import that is taken back', () => {
  let ids: number[];
  let made: number;
  let entry: string;

  beforeEach(async () => {
    const categoryId = await shop.category({ name: fresh('Cards') });
    ids = [];
    for (const price of ['1', '2', '3']) {
      ids.push(await shop.product({ name: 'Card', price, categoryId }));
    }
    const [{ id } = { id: 0 }] = await shop.db.query<{ id: number }>(
      'SELECT max(id) + 1000 AS id FROM products',
    );
    made = id;
    const category = fresh('New cards');
    await imported(
      'id,category,name,price',
      ...ids.map((one) => `${one},${category},Voucher,0.5`),
      `${made},${category},New,7`,
    );
    entry = await newest(`product ${made}`);
  });

  it('shows first what goes back, leaves what somebody has changed since, and can be taken back itself', async () => {
    const [first = 0, second = 0, third = 0] = ids;
    await setPrice(second, '2.2');
    const imported = await rows([...ids, made]);
    const shown = await takeBack(entry, { dry_run: true });
    // The new category with it, which is empty then.
    expect(shown).toMatchObject({ applied: false, back: 3, left: 2 });
    expect(await rows([...ids, made])).toEqual(imported);

    const done = await takeBack(entry);
    expect(done).toEqual({ ...shown, applied: true });
    const left = done.items.filter((one) => !one.goes_back);
    expect(left.map(({ kind, id }) => [kind, id])).toContainEqual(['product', second]);
    expect(await rows([...ids, made])).toEqual([
      ['Card', 1],
      ['Voucher', 2.2],
      ['Card', 3],
      ['New', 7, 'deleted'],
    ]);

    const undone = await newest(`product ${third}`);
    const { items } = await owner.get<{ items: object[] }>(
      `GET audit?limit=1&action=audit%20take-back`,
    );
    expect(items[0]).toMatchObject({
      ...{ id: undone, door: 'api', details: { entry: Number(entry) } },
      after: { back: 3, left: 2 },
    });
    expect(await takeBack(undone)).toMatchObject({ back: 3, left: 0 });
    expect(await rows([...ids, made])).toEqual(imported);
    expect(await takeBack(undone)).toMatchObject({ back: 0, left: 3 });
    await setPrice(first, '9');
    expect(await takeBack(entry)).toMatchObject({ back: 2, left: 3 });
  });

  it('removes the category that it has made, and brings it back', async () => {
    const live = async () =>
      (
        await shop.db.query<{ live: boolean }>(
          `SELECT deleted_at IS NULL AS live FROM categories
           WHERE id = (SELECT category_id FROM products WHERE id = $1)`,
          [made],
        )
      )[0]?.live;
    expect(await takeBack(entry)).toMatchObject({ back: 5, left: 0 });
    expect(await live()).toBe(false);
    await takeBack(await newest(`product ${made}`));
    expect(await live()).toBe(true);
  });

  it('overwrites nothing that is committed after it was shown, or while it waits', async () => {
    const [first = 0, second = 0] = ids;
    expect(await takeBack(entry, { dry_run: true })).toMatchObject({ left: 0 });
    await setPrice(first, '9');
    let taken: Promise<TakenBackDto> | undefined;
    await shop.service(Database).transaction(async (manager) => {
      await manager.query('UPDATE products SET price = 8 WHERE id = $1', [second]);
      taken = takeBack(entry);
      await until(async () => {
        const waiting = await shop.db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND query LIKE 'LOCK TABLE visibility_rules, products%'`,
        );
        return waiting.length > 0;
      });
    });
    expect((await taken)?.left).toBeGreaterThanOrEqual(2);
    expect((await rows(ids)).map((row) => (row as unknown[])[1])).toEqual([9, 8, 3]);
  });

  it('needs the permissions of what it changes', async () => {
    const reader = await TestOperator.of(shop, 'manager', {
      name: fresh('reader'),
      scopes: ['audit.read'],
    });
    const refused = await reader.ask(`POST audit/${entry}/take-back`, { body: {} });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('.edit')]);
  });
});

it('takes rules and handlers back, in their exact form', async () => {
  const { id: group } = await owner.get<{ id: number }>('POST groups', {
    body: { name: fresh('g') },
  });
  const product = await shop.product({ price: '1', fields: ['player'] });
  const key = { group_id: group, product_id: product };
  const state = async () => [
    await shop.db.query(
      'SELECT group_id, fixed_price, percentage FROM price_rules WHERE product_id = $1',
      [product],
    ),
    await shop.db.query('SELECT visible, origin FROM visibility_rules WHERE product_id = $1', [
      product,
    ]),
    await shop.db.query('SELECT fields::text, fulfillment::text FROM products WHERE id = $1', [
      product,
    ]),
  ];
  const states: unknown[] = [await state()];
  const entries: string[] = [];
  for (const [route, body] of [
    ['PUT price-rules', { ...key, fixed_price: '5' }],
    ['PUT price-rules', { ...key, percentage: '6' }],
    [`DELETE price-rules?group_id=${group}&product_id=${product}`, undefined],
    ['PUT visibility-rules', { ...key, visible: false }],
    [`PUT products/${product}/delivery`, { steps: [{ settings: {}, handler: 'manual' }] }],
    [`PUT products/${product}/delivery`, { steps: [] }],
  ] as const) {
    await owner.get(route, body ? { body } : {});
    entries.push(await newest(`product ${product}`));
    states.push(await state());
  }
  for (const [n, entry] of [...entries.entries()].toReversed()) {
    expect(await takeBack(entry)).toMatchObject({ back: 1, left: 0 });
    expect([n, await state()]).toEqual([n, states[n]]);
  }
});

describe('settings that are taken back', () => {
  it('are those of accounts that are still as they were set', async () => {
    const { id } = await shop.account();
    const read = () => owner.get(`GET accounts/${id}`);
    const former = await read();
    const ask = await owner.ask(`GET accounts/${id}`);
    const { etag: match = '' } = ask.headers;
    const body = { name: 'Renamed', email: 'a@b.example', requests_per_minute: 5 };
    await owner.get(`PATCH accounts/${id}`, { match, body });
    const entry = await newest(`account ${id}`);
    await soukJson(shop, 'account', 'set', String(id), '--email', 'c@d.example');
    const shown = await takeBack(entry, { dry_run: true });
    expect(await read()).toMatchObject({ name: 'Renamed' });
    const done = await takeBack(entry);
    expect(done).toEqual({ ...shown, applied: true });
    expect(done).toMatchObject({
      ...{ back: 2, left: 1, items: [], left_settings: ['email'] },
      settings: ['name', 'requests_per_minute'],
    });
    expect(await read()).toEqual({ ...former, email: 'c@d.example' });
    const undone = await newest(`account ${id}`);
    expect(await takeBack(undone)).toMatchObject({ back: 2, left: 0 });
    expect(await read()).toMatchObject({ name: 'Renamed', requests_per_minute: 5 });
  });

  it('are those of groups, suppliers and costs', async () => {
    const [name, other] = [fresh('Gold'), fresh('Silver')];
    const { id } = await owner.get<{ id: number }>('POST groups', { body: { name } });
    await owner.get(`PATCH groups/${id}`, { body: { name: other } });
    expect(await takeBack(await newest(`group ${id}`))).toMatchObject({ settings: ['name'] });
    expect(await takeBack(await newest(`group ${id}`))).toMatchObject({ settings: ['name'] });
    const { items } = await owner.get<{ items: object[] }>(`GET groups?limit=100`);
    expect(items).toContainEqual({ id, name: other });

    const supplier = fresh('acme');
    await shop.service(SupplierService).add(supplier, shop.baseUrl, { token: 'secret' });
    await soukJson(shop, 'supplier', 'sync', supplier, '--every', '60', '--markup', '5');
    expect(await takeBack(await newest(`supplier ${supplier}`))).toMatchObject({
      settings: ['sync_minutes', 'markup'],
    });
    expect(await owner.get(`GET suppliers/${supplier}`)).toMatchObject({
      markup: '0',
      sync_minutes: null,
    });
    await owner.get(`DELETE suppliers/${supplier}`);

    const product = await shop.product();
    await owner.get(`PUT products/${product}/cost`, { body: { cost: '2' } });
    expect(await takeBack(await newest(`product ${product}`))).toMatchObject({
      settings: ['cost', 'source'],
    });
  });
});

describe('a category that was moved', () => {
  const move = (category: number, parent: number | null) =>
    owner.get(`PATCH categories/${category}`, { body: { parent_id: parent }, match: '*' });

  it('goes back, though another one is below one that is not there', async () => {
    const [above, moved, gone] = [
      await shop.category(),
      await shop.category(),
      await shop.category(),
    ];
    await shop.category({ parentId: gone });
    await shop.db.query('UPDATE categories SET deleted_at = now() WHERE id = $1', [gone]);
    await move(moved, above);
    expect(await takeBack(await newest(`category ${moved}`))).toMatchObject({ back: 1, left: 0 });
  });

  it('does not go back below itself', async () => {
    const [above, moved] = [await shop.category(), await shop.category()];
    await move(moved, above);
    await move(moved, null);
    const entry = await newest(`category ${moved}`);
    await move(above, moved);
    const { status, json } = await owner.ask(`POST audit/${entry}/take-back`, { body: {} });
    expect([status, json]).toMatchObject([
      409,
      { detail: expect.stringMatching(/^Categories were moved since/) as string },
    ]);
  });
});

it('says in one sentence what never goes back', async () => {
  const { id } = await shop.account();
  await owner.get(`POST accounts/${id}/deposits`, {
    key: randomUUID(),
    body: { amount: '5', reference: 'x' },
  });
  await soukJson(shop, 'token', 'issue', String(id));
  const { items } = await owner.get<{ items: { id: string }[] }>(
    `GET audit?target=account%20${id}`,
  );
  expect(items).toHaveLength(2);
  for (const { id: entry } of items) {
    const { status, json } = await owner.ask(`POST audit/${entry}/take-back`, { body: {} });
    expect([status, json]).toMatchObject([
      409,
      {
        detail: expect.stringMatching(
          /^This cannot be taken back: .*Money, tokens, secrets and sign-ins never go back\.$/,
        ) as string,
      },
    ]);
  }
  expect((await owner.ask('POST audit/999999999/take-back', { body: {} })).status).toBe(404);
});
