import { cursorOf } from '../../src/operations/lists/page.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let finance: TestOperator;
let products: number[];

beforeAll(async () => {
  shop = await workerShop();
});
beforeEach(async () => {
  finance = await TestOperator.of(shop, 'finance', { name: fresh('finance') });
  products = [];
  for (const name of ['60 UC', '=325 UC', '660 UC']) {
    products.push(await shop.product({ name, price: '2' }));
  }
});

interface Page {
  readonly items: { product_id: number; cost: string | null; source: string | null }[];
  readonly next: string | null;
}

const set = (id: number | undefined, cost: unknown) =>
  finance.ask(`PUT products/${id}/cost`, { body: { cost } });
const bring = (csv: string, more: object = {}) =>
  finance.ask('POST costs/import', { body: { csv, ...more } });
/** The cursor of what comes before the products of this case. */
const start = () => `cursor=${cursorOf('costs', [String(products[0]! - 1)])}`;
const costs = async (query = '') => {
  const { items } = await finance.get<Page>(`GET costs?${start()}&${query}`);
  return items
    .filter(({ product_id: id }) => products.includes(id))
    .map(({ product_id: id, cost, source }) => [products.indexOf(id), cost, source]);
};

it('costs are set by hand, and made unknown', async () => {
  expect((await set(products[0], '0.710000000000000001')).json).toEqual({
    product_id: products[0],
    name: '60 UC',
    price: '2',
    cost: '0.710000000000000001',
    source: 'manual',
    set_at: expect.any(String) as string,
  });
  expect((await set(products[0], null)).json).toMatchObject({ cost: null, source: null });
  expect((await set(999_999, '1')).status).toBe(404);
  for (const wrong of ['-1', '1e3', 'x', '', 1, undefined, '0.0000000000000000001']) {
    expect([wrong, (await set(products[0], wrong)).status]).toEqual([wrong, 422]);
  }
});

it('costs are imported all or nothing, after a dry run', async () => {
  const [first, second, third] = products;
  await set(third, '9');
  const csv = `id,cost\n${first},0.5\n${second},1.50\n${third},`;
  const entries = () =>
    shop.db.query("SELECT FROM audit_entries WHERE action = 'cost import' AND actor = $1", [
      `operator:${finance.name}`,
    ]);

  expect((await bring(csv, { dry_run: true })).json).toEqual({
    applied: false,
    set: 2,
    removed: 1,
    unchanged: 0,
  });
  expect(await costs()).toEqual([
    [0, null, null],
    [1, null, null],
    [2, '9', 'manual'],
  ]);
  expect(await entries()).toHaveLength(0);
  expect((await bring(csv)).json).toEqual({ applied: true, set: 2, removed: 1, unchanged: 0 });
  expect(await costs()).toEqual([
    [0, '0.5', 'import'],
    [1, '1.5', 'import'],
    [2, null, null],
  ]);
  expect(await entries()).toHaveLength(1);
  expect((await bring(csv.replaceAll(',', ';'), { separator: ';' })).json).toMatchObject({
    set: 0,
    unchanged: 3,
  });
});

it.each([
  ['id,cost\n', 'no costs'],
  ['id\n1', 'no column "cost"'],
  ['id,cost\n999999,1', 'no product 999999'],
  ['id,cost\n1,x', 'row 2'],
  ['"id,cost', 'no readable CSV'],
])('%j is not imported', async (csv, why) => {
  const before = await costs();
  const { status, json } = await bring(csv);
  expect([status, json]).toEqual([
    422,
    expect.objectContaining({ detail: expect.stringContaining(why) as string }),
  ]);
  expect(await costs()).toEqual(before);
});

it('the list has pages, and those of unknown cost', async () => {
  await set(products[1], '1');
  const first = await finance.get<Page>(`GET costs?limit=2&${start()}`);
  expect(first.items.map(({ product_id: id }) => id)).toEqual(products.slice(0, 2));
  const rest: number[] = [];
  for (let { next } = first; next !== null;) {
    const page = await finance.get<Page>(`GET costs?limit=2&cursor=${next}`);
    rest.push(...page.items.map(({ product_id: id }) => id));
    ({ next } = page);
  }
  expect(rest[0]).toBe(products[2]);
  expect(rest).not.toContain(products[1]);
  await set(products[2], null);
  expect(await costs('unknown=true')).toContainEqual([2, null, null]);
  expect(await costs('unknown=true')).not.toContainEqual([1, '1', 'manual']);
});

it('the list as CSV can be imported again', async () => {
  const { text } = await finance.ask('GET costs?format=csv');
  const [head = '', ...lines] = text.split('\r\n');
  const own = lines.filter((line) => products.includes(Number(line.split(',')[0])));
  expect(own[1]).toContain(`"'=325 UC"`);
  const csv = [head, ...own, ''].join('\r\n');
  expect((await bring(csv)).json).toEqual({ applied: true, set: 0, removed: 0, unchanged: 3 });
});
