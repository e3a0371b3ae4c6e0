import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProductCosts } from '../../../src/fulfillment/costs/product-costs.service.js';
import { souk, soukJson } from '../../support/command-line.js';
import { TestOperator } from '../../support/test-operator.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

interface Import {
  readonly id: string;
  readonly state: string;
  readonly difference: { readonly id: string; readonly unusual: Unusual } | null;
}

interface Unusual {
  readonly count: number;
  readonly first: readonly object[];
}

const IDS = [7001, 7002, 7003, 7004, 7005, 7006, 7007, 7008, 7009, 7010];

let shop: TestShop;
let owner: TestOperator;
let folder: string;

beforeAll(async () => {
  // A shop of its own: an import is compared with the whole catalog, and the setting is the shop's.
  shop = await startTestShop();
  owner = await TestOperator.of(shop, 'owner');
  folder = await mkdtemp(join(tmpdir(), 'souk-unusual-'));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await shop.db.query(
    'DELETE FROM catalog_imports; DELETE FROM products; DELETE FROM categories; UPDATE catalog_settings SET unusual_percent = 30',
  );
  const categoryId = await shop.category({ name: 'Games' });
  for (const id of IDS) await shop.product({ id, name: `Card ${id}`, price: '1', categoryId });
});

/** A price list with other prices for the first ones. */
const priced = (price: string, count: number): string =>
  ['id,price', ...IDS.slice(0, count).map((id) => `${id},${price}`)].join('\n');

async function compared(csv: string, query = ''): Promise<Import> {
  const { id } = await owner.get<Import>(`POST catalog-imports?${query}`, {
    body: csv,
    headers: { 'Content-Type': 'text/csv' },
  });
  return settled(id);
}

function settled(id: string): Promise<Import> {
  return until(async () => {
    const found = await owner.get<Import>(`GET catalog-imports/${id}`);
    return found.difference === null ? undefined : found;
  });
}

async function apply({ id, difference }: Import, accept_unusual?: number) {
  const body = { difference: difference?.id, accept_unusual };
  const answer = owner.ask(`POST catalog-imports/${id}/apply`, { body, key: randomUUID() });
  const { status, text } = await answer;
  return [status, text] as const;
}

const prices = async (): Promise<string[]> => {
  const sql = 'SELECT trim_scale(price)::text AS price FROM products ORDER BY id';
  return (await shop.db.query<{ price: string }>(sql)).map(({ price }) => price);
};
const untouched = IDS.map(() => '1');

describe('an import with unusual changes', () => {
  it('is applied by their number alone', async () => {
    const wrong = await compared(priced('0.1', 9));
    expect(wrong.difference?.unusual).toMatchObject({ count: 9, price: 9, percent: 30 });
    expect(wrong.difference?.unusual.first[0]).toEqual({
      ...{ id: 7001, name: 'Card 7001', before: '1', after: '0.1', reason: 'price' },
    });
    const { items } = await owner.get<{ items: { unusual: string | null }[] }>(
      `GET catalog-imports/${wrong.id}/changes`,
    );
    expect(items.map(({ unusual }) => unusual)).toEqual(Array(9).fill('price'));
    for (const number of [undefined, 8, 10]) {
      const sentence = 'Unusual changes: 9 (prices that change by more than 30 %: 9, ';
      expect(await apply(wrong, number)).toEqual([409, expect.stringContaining(sentence)]);
    }
    expect(await prices()).toEqual(untouched);
    expect((await apply(wrong, 9))[0]).toBe(200);
    expect((await prices()).filter((price) => price === '0.1')).toHaveLength(9);
  });

  it('asks for nothing where nothing is unusual, and takes no number then', async () => {
    const usual = await compared(priced('1.3', 9));
    expect(usual.difference?.unusual.count).toBe(0);
    expect(await apply(usual, 1)).toEqual([
      409,
      expect.stringContaining('No change is unusual any more'),
    ]);
    expect((await apply(usual))[0]).toBe(200);
  });

  it('tells apart what would be sold below its cost, and what vanishes', async () => {
    await shop.service(ProductCosts).set(7001, '0.95');
    const rows = IDS.slice(0, 8).map((id) => `${id},Games,Card ${id},0.9`);
    const upload = await compared(
      ['id,category,name,price', ...rows].join('\n'),
      'hide_missing=true',
    );
    expect(upload.difference?.unusual).toMatchObject({
      ...{ count: 3, price: 0, below_cost: 1, vanishes: 2 },
    });
    expect((await apply(upload))[0]).toBe(409);
    expect((await apply(upload, 3))[0]).toBe(200);
  });

  it('is refused when what is unusual has changed since, be it for the costs or the catalog', async () => {
    const upload = await compared(priced('1.1', 9));
    await shop.service(ProductCosts).set(7001, '2');
    const again = [409, expect.stringContaining('Compare the file again')];
    expect(await apply(upload)).toEqual(again);
    await shop.service(ProductCosts).set(7001, null);

    const wrong = await compared(priced('0.1', 9));
    await shop.db.query('UPDATE products SET price = 0.11 WHERE id = 7002');
    expect(await apply(wrong, 9)).toEqual(again);
    expect((await prices()).filter((price) => price === '1')).toHaveLength(9);
  });

  it('is compared by the setting of the shop', async () => {
    const setting = await owner.ask('GET catalog-settings');
    expect(setting.json).toEqual({ unusual_percent: 30 });
    const { code } = await souk(shop, 'catalog', 'set', '--unusual-percent', '95');
    expect([code, await soukJson(shop, 'catalog', 'settings')]).toEqual([
      0,
      { unusual_percent: 95 },
    ]);
    expect((await compared(priced('0.1', 9))).difference?.unusual.count).toBe(0);
    const body = { unusual_percent: 5 };
    expect((await owner.ask('PUT catalog-settings', { body })).status).toBe(428);
    const headers = { 'If-Match': '*' };
    expect((await owner.ask('PUT catalog-settings', { body, headers })).json).toEqual(body);
    expect((await compared(priced('1.06', 9))).difference?.unusual.count).toBe(9);
  });
});

describe('at the terminal', () => {
  it('an import shows what is unusual, and takes its number', async () => {
    const file = join(folder, 'prices.csv');
    await writeFile(file, priced('0.1', 9));
    const dry = await souk(shop, 'catalog', 'import', file, '--dry-run');
    expect(dry.out).toContain('! product 7001 "Card 7001": price 1 -> 0.1, unusual (price)');
    const without = await souk(shop, 'catalog', 'import', file);
    expect([without.code, without.err]).toEqual([1, expect.stringContaining('accept exactly 9')]);
    const wrong = await souk(shop, 'catalog', 'import', file, '--accept-unusual', '8');
    expect([wrong.code, await prices()]).toEqual([1, untouched]);
    expect((await souk(shop, 'catalog', 'import', file, '--accept-unusual', '9')).code).toBe(0);
    expect((await prices())[0]).toBe('0.1');
  });

  it('a bulk change of prices does so, too', async () => {
    const words = ['price', 'base', '--all', '--percent', '+40'];
    expect((await souk(shop, ...words, '--dry-run')).err).toContain('10 changes are unusual');
    expect((await souk(shop, ...words)).code).toBe(1);
    expect(await prices()).toEqual(untouched);
    expect((await souk(shop, ...words, '--accept-unusual', '10')).code).toBe(0);
    expect((await prices())[0]).toBe('1.4');
  });
});

describe('a bulk change of prices', () => {
  const change = async (body: object) => {
    const { status, json } = await owner.ask('POST base-prices', { body, key: randomUUID() });
    return [status, json] as const;
  };

  it('is made by the number of unusual ones alone', async () => {
    const body = { all: true, percentage: '-90' };
    const dry = await change({ ...body, dry_run: true });
    expect(dry).toMatchObject([200, { applied: false, unusual: { count: 10, price: 10 } }]);
    for (const accept_unusual of [undefined, 9]) {
      expect((await change({ ...body, accept_unusual }))[0]).toBe(409);
    }
    expect(await prices()).toEqual(untouched);
    expect((await change({ ...body, accept_unusual: 10 }))[0]).toBe(200);
    expect((await change({ all: true, percentage: '+30' }))[0]).toBe(200);
    expect(await prices()).toEqual(IDS.map(() => '0.13'));
  });
});
