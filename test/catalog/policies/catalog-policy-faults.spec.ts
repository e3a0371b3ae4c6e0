import { randomUUID } from 'node:crypto';
import { CatalogPolicies } from '../../../src/catalog/policies/catalog-policies.js';
import type { CatalogPolicy, PolicyProduct } from '../../../src/catalog/policies/catalog-policy.js';
import { answering, policyWith } from '../../support/policies.js';
import { TestOperator } from '../../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh } from '../../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;
/** All that lists the products. */
let routes: string[];
let category: number;
/** The products `Wrong` and `Right`. */
let wrongId: number;
let rightId: number;
/** Of the policy; the same fault of the same policy is logged once a minute. */
let name: string;
/** What the policy of the extension does otherwise now. */
let wrong: Partial<CatalogPolicy>;

beforeAll(async () => {
  // A shop of its own: policies decide about its whole catalog.
  shop = await startTestShop();
});

beforeEach(async () => {
  wrong = {};
  name = fresh('sample');
  shop.service(CatalogPolicies).use([{ extension: 'acme', port: faultyPolicy() }]);
  // Only the products of this case are listed.
  await shop.db.query('UPDATE categories SET deleted_at = now()');
  account = await shop.account({ balance: '1000' });
  category = await shop.category();
  wrongId = await shop.product({ categoryId: category, name: 'Wrong', price: '2' });
  rightId = await shop.product({ categoryId: category, name: 'Right' });
  routes = [
    'products',
    `products?products_id=${wrongId},${rightId}`,
    'products-wrapped',
    'tree',
    'catalog',
    `content/${category}`,
  ];
});
afterAll(() => shop.close());

/** Does what `wrong` says for `Wrong`, and nothing for other products. */
function faultyPolicy(): CatalogPolicy {
  const good = { ...policyWith(), showsCategory: () => true };
  const now = (): Required<CatalogPolicy> => ({ ...good, ...wrong });
  const about = ({ id }: PolicyProduct): CatalogPolicy => (id === wrongId ? now() : good);
  return {
    name,
    read: (...call) => now().read(...call),
    digest: (...call) => now().digest(...call),
    showsCategory: (...call) => now().showsCategory(...call),
    shows: (facts, product, ...more) => about(product).shows(facts, product, ...more),
    price: (facts, product, ...more) => about(product).price(facts, product, ...more),
    goodUntil: (...call) => now().goodUntil(...call),
  };
}

const changeCatalog = () =>
  shop.db.query('UPDATE products SET position = position WHERE id = $1', [rightId]);

async function newOrder(id: number): Promise<{ code?: number }> {
  const { json } = await account.api(
    `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}`,
  );
  return json as { code?: number };
}

/** All routes, twice: the second time from the memory of the first. */
async function answers(): Promise<string[]> {
  const texts: string[] = [];
  for (const route of [...routes, ...routes]) {
    texts.push((await account.api(`/client/api/${route}`)).text);
  }
  return texts;
}

/** The lines about the policy. */
function faults(): object[] {
  const lines = shop.logs().map((line) => JSON.parse(line) as { port?: string; level: number });
  return lines.filter(({ port }) => port === name);
}

const fail = (): never => {
  throw new Error('the rate is missing');
};

it.each<[string, Partial<CatalogPolicy>]>([
  ['read', { read: fail }],
  ['read', { read: () => Promise.reject(new Error('the rate is missing')) }],
  ['read', { read: (manager) => manager.query('SELECT the rate is missing') }],
  ['read', { read: (manager) => manager.query('SELECT missing FROM nowhere').catch(() => ({})) }],
  ['digest', { digest: fail }],
  ['digest', { digest: answering(undefined) }],
  ['shows', { shows: fail }],
  ['showsCategory', { showsCategory: fail }],
  ['price', { price: fail }],
  ['goodUntil', { goodUntil: fail }],
  ['goodUntil', { goodUntil: (_, time) => time }],
])('a fault of %s is 111 until it is mended, and one line (%#)', async (method, fault) => {
  wrong = fault;
  for (const text of await answers()) expect(text).toContain('"code":111');
  // The digest is for lists only.
  if (method === 'digest') expect(await newOrder(wrongId)).not.toHaveProperty('code');
  else expect(await newOrder(wrongId)).toMatchObject({ code: 111 });
  expect(faults()).toMatchObject([
    { level: 50, extension: 'acme', port: name, msg: `${method} of a catalog policy throws` },
  ]);
  wrong = {};
  await changeCatalog();
  // What was read by the fault may still be on its way, and is 111 as well.
  const texts = await until(async () => {
    const given = await answers();
    return !given.some((text) => text.includes('"code":111')) && given;
  });
  for (const text of texts) expect(text).toContain('"Wrong"');
  expect(await newOrder(wrongId)).not.toHaveProperty('code');
  expect(faults()).toHaveLength(1);
});

it('a policy that fails leaves out why an order was refused, and not the refusal', async () => {
  wrong = { shows: () => false };
  await changeCatalog();
  expect(await newOrder(wrongId)).toMatchObject({ code: 109 });
  const owner = await TestOperator.of(shop, 'owner');
  const refusals = async () => {
    const { status, json } = await owner.ask('GET refusals');
    const { items } = json as { items?: { account_id: number }[] };
    return { status, items: items?.filter(({ account_id: id }) => id === account.id) };
  };
  const told = await until(async () => {
    const answer = await refusals();
    return answer.items?.length === 1 ? answer : undefined;
  });
  expect(told.items).toMatchObject([{ code: 109, cause_now: { kind: 'hidden' } }]);

  wrong = { read: fail };
  await changeCatalog();
  expect(await refusals()).toMatchObject({ status: 200, items: [{ code: 109, cause_now: null }] });
});

it.each([NaN, 1.5, '-1', 'Infinity', '0.1234567890123456789', undefined])(
  'a price that is none (%p) hides the product, refuses its order with 110, and is one line',
  async (price) => {
    const all = await shop.account({ showUnavailable: true });
    wrong = { price: answering(price) };
    for (const text of await answers()) {
      expect(text).not.toContain('"Wrong"');
      expect(text).toContain('"Right"');
    }
    expect((await all.api('/client/api/products')).text).not.toContain('"Wrong"');
    expect((await account.api(`/client/api/products?products_id=${wrongId}`)).status).toBe(404);
    expect(await newOrder(wrongId)).toMatchObject({ code: 110 });
    expect(await newOrder(rightId)).not.toHaveProperty('code');
    expect(faults()).toMatchObject([
      { extension: 'acme', msg: 'price of a catalog policy answers no price' },
    ]);
  },
);

it.each([undefined, 'yes', 1, Promise.resolve(true)])(
  'what is neither true nor false (%p) hides the product, and is one line',
  async (shown) => {
    wrong = { shows: answering(shown) };
    for (const text of await answers()) expect(text).not.toContain('"Wrong"');
    expect(await newOrder(wrongId)).toMatchObject({ code: 109 });
    expect(await newOrder(rightId)).not.toHaveProperty('code');
    expect(faults()).toMatchObject([
      { extension: 'acme', msg: 'shows of a catalog policy answers neither true nor false' },
    ]);
  },
);

it('a hidden category hides all below it on all routes, and from orders', async () => {
  const elsewhere = await shop.product({ name: 'Elsewhere' });
  const below = await shop.category({ parentId: category, name: 'Below' });
  const deep = await shop.product({ categoryId: below, name: 'Deep' });
  wrong = { showsCategory: (_, { id }) => id !== category };
  for (const route of ['products', 'tree', 'catalog', 'categories/all']) {
    const { text } = await account.api(`/client/api/${route}`);
    expect(text).not.toMatch(/"(Wrong|Right|Below|Deep)"/);
  }
  expect((await account.api(`/client/api/content/${category}`)).status).toBe(404);
  for (const id of [wrongId, deep]) expect(await newOrder(id)).toMatchObject({ code: 109 });
  expect(await newOrder(elsewhere)).not.toHaveProperty('code');
});
