import {
  memoryEtagCache,
  SoukClient,
  type CatalogState,
  type EtagCache,
} from '../../client/src/index.js';
import { FaultProxy, type Fault } from '../support/fault-proxy.js';
import { Random } from '../support/random.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { TestClock } from './test-clock.js';

let shop: TestShop;
let proxy: FaultProxy;
let client: SoukClient;
let categoryIds: number[];
let productIds: number[];

beforeAll(async () => {
  // A shop of its own: its whole catalog is read again after each change.
  shop = await startTestShop();
  proxy = await FaultProxy.start(shop.baseUrl);
  categoryIds = [await shop.category(), await shop.category(), await shop.category()];
  productIds = [];
  for (let count = 0; count < 12; count++) {
    productIds.push(await shop.product({ categoryId: categoryIds[count % 3]! }));
  }
});
afterAll(async () => {
  await proxy.close();
  await shop.close();
});
beforeEach(async () => {
  proxy.choose = () => 'none';
  const { token } = await shop.account();
  client = new SoukClient({ baseUrl: proxy.url, token, clock: new TestClock() });
});

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A state is what a fresh `catalog` lists, by id. */
async function expectFresh(state: CatalogState): Promise<void> {
  const { flat_categories, products } = await client.catalog();
  const lists = { categories: flat_categories, products };
  const byId = Object.entries(lists).map(([name, items]) => [
    name,
    Object.fromEntries(items.map((item) => [item.id, item])),
  ]);
  expect({ categories: state.categories, products: state.products }).toEqual(
    Object.fromEntries(byId),
  );
}

async function change(random: Random, step: number): Promise<void> {
  const id = random.pick(productIds);
  const categoryId = random.pick(categoryIds);
  const statements: readonly (readonly [string, unknown[]])[] = [
    ['UPDATE products SET price = $1 WHERE id = $2', [String(step + 1), id]],
    ['UPDATE products SET available = NOT available WHERE id = $1', [id]],
    ['UPDATE products SET category_id = $1 WHERE id = $2', [categoryId, id]],
    ['UPDATE categories SET name = $1 WHERE id = $2', [`Name ${step}`, categoryId]],
  ];
  const [sql, values] = random.pick(statements);
  await shop.db.query(sql, values);
  if (step % 5 === 0) productIds.push(await shop.product({ categoryId }));
  await shop.request('/client/api/ping');
}

it('a state equals a fresh catalog after each change, stored in between, whatever breaks', async () => {
  const random = new Random(15);
  const faults: readonly Fault[] = ['none', 'lost', 'mute', 'garbage', 'html', 'http-500', 'busy'];
  let requests = 0;
  proxy.choose = (path) => {
    requests += 1;
    return (path.includes('/changes') ? faults[requests % faults.length] : undefined) ?? 'none';
  };
  let state = await client.syncCatalog();
  for (let step = 0; step < 30; step++) {
    await expectFresh(state);
    await change(random, step);
    const before = structuredClone(state);
    const next = await client.syncCatalog(state);
    expect(state).toEqual(before);
    expect(plain(next)).toEqual(next);
    state = next;
  }
  await expectFresh(state);
});

it('a cursor that was spoilt, or is of another account, leads to everything', async () => {
  const state = await client.syncCatalog();
  const wrong = { ...state, categories: {}, products: {} };
  await expectFresh(await client.syncCatalog({ ...wrong, cursor: 'spoilt' }));

  const { token } = await shop.account();
  const other = new SoukClient({ baseUrl: shop.baseUrl, token });
  const { cursor } = await other.syncCatalog();
  await expectFresh(await client.syncCatalog({ ...wrong, cursor }));
});

it('only an answer without a change is kept, under the cursor that is asked for again', async () => {
  const kept: string[] = [];
  const statuses: number[] = [];
  const memory = memoryEtagCache();
  const etags: EtagCache = {
    get: (key) => memory.get(key),
    set: (key, entry) => {
      kept.push(key);
      return memory.set(key, entry);
    },
  };
  const watched: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    statuses.push(response.status);
    return response;
  };
  const { token } = await shop.account();
  const keeping = new SoukClient({ baseUrl: shop.baseUrl, token, etags, fetch: watched });
  let state = await keeping.syncCatalog();
  for (const id of productIds.slice(0, 5)) {
    await shop.db.query('UPDATE products SET price = price + 1 WHERE id = $1', [id]);
    await shop.request('/client/api/ping');
    state = await keeping.syncCatalog(state);
  }
  expect(kept).toEqual([]);
  for (let times = 0; times < 3; times++) state = await keeping.syncCatalog(state);
  expect(kept).toEqual([expect.stringContaining(state.cursor)]);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 304, 304]);
});

it('a state stays as it is when there is no answer', async () => {
  const state = await client.syncCatalog();
  proxy.choose = () => 'mute';
  await expect(client.syncCatalog(state)).rejects.toThrow('fetch failed');
  proxy.choose = () => 'none';
  await expectFresh(await client.syncCatalog(state));
});
