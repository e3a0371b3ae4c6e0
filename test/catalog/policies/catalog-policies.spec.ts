import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { DataSource } from 'typeorm';
import { CatalogPolicies } from '../../../src/catalog/policies/catalog-policies.js';
import { POLICY_CASES } from '../../../src/catalog/policies/policy-cases.js';
import { Database } from '../../../src/database/database.js';
import { dataSourceOptions } from '../../../src/database/data-source-options.js';
import { OrderRepository } from '../../../src/orders/order.repository.js';
import { ACME, createAcmeTables } from '../../support/acme-policies.js';
import { ask, flattened, walk, type Node, type Product } from '../../support/catalog-walk.js';
import { textsOf } from '../../support/exact-json.js';
import { invariantFaults } from '../../support/invariants.js';
import { startLayeredShop, type LayeredShop } from '../../support/layered-shop.js';
import { policyAudience, policyProduct } from '../../support/policies.js';
import type { TestAccount } from '../../support/test-shop.js';

let layered: LayeredShop;

beforeAll(async () => {
  // A shop of its own: policies decide about its whole catalog.
  layered = await startLayeredShop();
  const { shop, gold, silver } = layered;
  await createAcmeTables(shop.db);
  shop.service(CatalogPolicies).use(ACME);
  await shop.db.query(`INSERT INTO acme_hours VALUES
    (111, now() - interval '1 day', now() + interval '1 day'),
    (112, now() - interval '2 days', now() - interval '1 day'),
    (1112, now() + interval '1 day', now() + interval '2 days')`);
  await shop.db.query(`INSERT INTO acme_countries VALUES ($1, 'DE'), ($2, 'FR')`, [
    gold.id,
    silver.id,
  ]);
  await shop.db.query(`INSERT INTO acme_blocked VALUES (121, 'DE'), (1111, 'FR'), (2111, 'FR')`);
  await shop.db.query(`INSERT INTO acme_costs VALUES (111, 2), (211, 0.5), (1211, 3.25)`);
});

afterAll(async () => {
  expect(await invariantFaults(layered.shop.db)).toEqual([]);
  await layered.shop.close();
});

const setRate = (rate: string) => layered.shop.db.query('UPDATE acme_rate SET rate = $1', [rate]);

/** What an order of each product gives: the price of one, or the code of the refusal. */
async function orderEach({ api }: TestAccount): Promise<Map<number, string>> {
  const stored = await layered.shop.db.query<{ id: number }>('SELECT id FROM products');
  const outcomes = new Map<number, string>();
  for (const { id } of stored) {
    const { json } = await api(`/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}`);
    const { code, data } = json as { code?: number; data?: { order_id: string } };
    const [order] = await layered.shop.db.query<{ price: string }>(
      'SELECT trim_scale(unit_price)::text AS price FROM orders WHERE order_id = $1',
      [data?.order_id],
    );
    outcomes.set(id, order?.price ?? String(code));
  }
  return outcomes;
}

/** What policies change on the lists of an account, by product. */
async function pricesFor(account: TestAccount): Promise<Record<string, string>> {
  const { products } = await walk(account);
  return Object.fromEntries(products.map(({ id, price }) => [id.rawJSON, price.rawJSON]));
}

describe.each(['gold', 'silver', 'plain'] as const)('for %s', (name) => {
  it('all routes agree with what opening one category after the other finds', async () => {
    const account = layered[name];
    const { categories, products } = await walk(account);
    const bare = (await ask(account, 'products')) as Product[];
    const wrapped = (await ask(account, 'products-wrapped')) as Record<string, Product[]>;
    const tree = (await ask(account, 'tree')) as { categories: Node[] };
    const catalog = (await ask(account, 'catalog')) as Record<string, Node[]>;
    const short = (await ask(account, 'products?base=1')) as Product[];
    expect(products.length).toBeGreaterThan(20);
    expect(textsOf(bare)).toEqual(textsOf(products));
    expect(wrapped.products).toEqual(bare);
    expect(wrapped.count).toEqual({ rawJSON: String(products.length) });
    expect(textsOf(flattened(tree.categories).products)).toEqual(textsOf(products));
    expect(textsOf(flattened(tree.categories).categories)).toEqual(textsOf(categories));
    expect(JSON.stringify(catalog.categories)).toBe(JSON.stringify(tree.categories));
    expect(textsOf(catalog.products!)).toEqual(textsOf(products));
    expect(catalog.products_count).toEqual({ rawJSON: String(products.length) });
    expect(textsOf(short)).toEqual(
      textsOf(products.map((each) => ({ id: each.id, name: each.name }))),
    );
  });

  it('products_id and newOrder agree with the lists about every product', async () => {
    const account = layered[name];
    const listed = new Map((await walk(account)).products.map((each) => [+each.id.rawJSON, each]));
    for (const [id, outcome] of await orderEach(account)) {
      const product = listed.get(id);
      const { status, text } = await account.api(`/client/api/products?products_id=${id}`);
      if (product) expect(text).toBe(`[${JSON.stringify(product)}]`);
      else expect([id, status]).toEqual([id, 404]);
      // A product that is switched off is listed for `plain`, and cannot be ordered by anyone.
      if (outcome === '110') continue;
      const refused = ['109', '112'].includes(outcome);
      if (!refused) expect([id, outcome]).toEqual([id, product?.price.rawJSON]);
      if (outcome === '109') expect([id, product]).toEqual([id, undefined]);
    }
  });
});

it('each account sees what the three policies say about it', async () => {
  const [gold, silver, plain] = await Promise.all(
    [layered.gold, layered.silver, layered.plain].map(pricesFor),
  );
  for (const prices of [gold, silver, plain]) {
    expect(prices).not.toHaveProperty('112');
    expect(prices).not.toHaveProperty('1112');
    expect(prices?.['111']).toBe('2');
  }
  expect(gold).not.toHaveProperty('121');
  expect(plain).toHaveProperty('121');
  expect(silver).not.toHaveProperty('2111');
  expect(plain).toHaveProperty('2111');
  expect(plain?.['1211']).toBe('3.25');
});

it('a change of a table of a policy is seen by the next request, by lists and orders', async () => {
  const { gold, shop } = layered;
  const newOrder = async () => {
    const { json } = await gold.api(`/client/api/newOrder/211/params?order_uuid=${randomUUID()}`);
    return json as { code?: number };
  };
  expect((await pricesFor(gold))['211']).toBe('0.5');
  await setRate('1.5');
  expect((await pricesFor(gold))['211']).toBe('0.75');
  await setRate('1');
  await shop.db.query('UPDATE acme_costs SET cost = 0.125 WHERE product_id = 211');
  expect((await pricesFor(gold))['211']).toBe('0.125');
  await shop.db.query("INSERT INTO acme_blocked VALUES (211, 'DE')");
  expect(await pricesFor(gold)).not.toHaveProperty('211');
  expect(await newOrder()).toMatchObject({ code: 109 });
  await shop.db.query('DELETE FROM acme_blocked WHERE product_id = 211');
  expect((await newOrder()).code).toBeUndefined();
});

it('orders keep the batch, whose check holds until the facts end', async () => {
  const { plain, shop } = layered;
  // Orders are checked on the catalog in memory when it is there.
  await ask(plain, 'categories');
  const placed = vi.spyOn(shop.service(OrderRepository), 'placeAtOnce');
  const { json } = await plain.api(`/client/api/newOrder/1211/params?order_uuid=${randomUUID()}`);
  expect(json).not.toHaveProperty('code');
  const [row] = await shop.db.query<{ end: number }>(
    `SELECT floor(extract(epoch FROM min(closes_at)) * 1000)::float8 / 1000 AS end
     FROM acme_hours WHERE closes_at > now()`,
  );
  expect(placed.mock.calls.map(([batch]) => batch)).toMatchObject([
    [{ order: { productId: 1211, unitPrice: '3.25' }, checkHoldsUntil: row!.end }],
  ]);
  placed.mockRestore();
});

describe('the functions of the database that raise the catalog revision', () => {
  interface Change {
    readonly kind: string;
    readonly id: number;
  }
  let application: DataSource;

  beforeAll(async () => {
    const { url } = layered.shop.db;
    const options = dataSourceOptions({ url, poolSize: 1, statementTimeout: false });
    application = await new DataSource(options).initialize();
  });
  afterAll(() => application.destroy());

  /** The changes that a statement of the application's role has noted, if it has raised the revision once. */
  async function notedBy(sql: string): Promise<Change[]> {
    const revision = 'SELECT revision FROM catalog_revision';
    const [before] = await application.query<{ revision: string }[]>(revision);
    await application.query(sql);
    const [after] = await application.query<{ revision: string }[]>(revision);
    if (after?.revision === before?.revision) return [];
    expect(Number(after?.revision)).toBe(Number(before?.revision) + 1);
    return application.query<Change[]>(
      'SELECT kind, id FROM catalog_changes NATURAL JOIN catalog_revision ORDER BY id',
    );
  }

  it('note any change of a table', async () => {
    expect(await notedBy('UPDATE acme_rate SET rate = 1')).toEqual([{ kind: 'policy', id: 0 }]);
    expect(await notedBy("DELETE FROM acme_blocked WHERE country = 'XX'")).toHaveLength(1);
    expect(await notedBy("INSERT INTO acme_countries VALUES (0, 'XX')")).toHaveLength(1);
  });

  it('note products, each once, and everything when there are many', async () => {
    expect(await notedBy('SELECT note_products_changed(ARRAY[3, 2, NULL, 3])')).toEqual([
      { kind: 'product', id: 2 },
      { kind: 'product', id: 3 },
    ]);
    expect(
      await notedBy('SELECT note_products_changed(ARRAY(SELECT generate_series(1, 1001)))'),
    ).toEqual([{ kind: 'everything', id: 0 }]);
  });

  it.each(["'{}'", "'{NULL}'", 'NULL'])('note nothing without products (%s)', async (none) => {
    expect(await notedBy(`SELECT note_products_changed(${none})`)).toEqual([]);
    expect(await notedBy('UPDATE acme_costs SET cost = 1 WHERE product_id = 0')).toEqual([]);
  });

  it('are refused as triggers for each row, which would raise the revision as often', async () => {
    await layered.shop.db.query(`CREATE TRIGGER acme_rate_row AFTER UPDATE ON acme_rate
      FOR EACH ROW EXECUTE FUNCTION note_policy_change()`);
    await expect(setRate('2')).rejects.toThrow('FOR EACH STATEMENT');
    await layered.shop.db.query('DROP TRIGGER acme_rate_row ON acme_rate');
  });
});

describe.each(ACME.map(({ port }) => [port.name, port] as const))('the policy %s', (_, policy) => {
  it.each(POLICY_CASES.map(({ name, run }) => [name, run] as const))('%s', async (__, run) => {
    const { shop, gold, silver, plain } = layered;
    await run({
      policy,
      inTransaction: (work) => shop.service(Database).snapshot(work),
      products: [111, 112, 121, 211, 1111, 1112, 999].map((id) => policyProduct(id)),
      audiences: [gold, silver, plain].map(({ id }) => policyAudience(id)),
    });
  });
});
