import { randomUUID } from 'node:crypto';
import { CatalogPolicies } from '../../src/catalog/policies/catalog-policies.js';
import { ACME, createAcmeTables } from '../support/acme-policies.js';
import { Instance } from '../support/instance.js';
import { invariantFaults } from '../support/invariants.js';
import { ShopRows } from '../support/shop-rows.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const CATEGORY = 3;
const PRODUCT = 7;
const ROUTES = [
  'products',
  'products?base=1',
  `products?products_id=${PRODUCT},8`,
  'products-wrapped',
  'products-wrapped?base=1',
  'tree',
  'catalog',
  `content/${CATEGORY}`,
];

let db: TestDatabase;
let instances: Instance[];
let token: string;

beforeAll(async () => {
  db = await createTestDatabase();
  const rows = new ShopRows(db);
  await createAcmeTables(db);
  ({ token } = await rows.account({ balance: '100000' }));
  await rows.category({ id: CATEGORY });
  await rows.product({ id: PRODUCT, categoryId: CATEGORY, name: 'Timed' });
  await rows.product({ id: 8, categoryId: CATEGORY });
  instances = [await Instance.on(db), await Instance.on(db)];
  for (const instance of instances) instance.service(CatalogPolicies).use(ACME);
});

afterAll(async () => {
  expect(await invariantFaults(db)).toEqual([]);
  for (const instance of instances) await instance.close();
  await db.drop();
});

/** In milliseconds since 1970, by the clock of the database. */
async function clock(): Promise<number> {
  const [row] = await db.query<{ now: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
  );
  return row!.now;
}

/** True if the product is on the route. */
async function isListed(instance: Instance, route: string): Promise<boolean> {
  return (await instance.ask(token, route)).includes('"Timed"');
}

/** True if an order of the product is placed, and false if there is no such product. */
async function isOrdered(instance: Instance): Promise<boolean> {
  const route = `newOrder/${PRODUCT}/params?order_uuid=${randomUUID()}`;
  const { text, json } = await instance.send(token, route);
  const { code } = json as { code?: number };
  if (code !== undefined && code !== 109) throw new Error(text);
  return code === undefined;
}

interface Finding {
  readonly what: string;
  readonly shown: boolean;
  readonly begun: number;
  readonly ended: number;
}

/** Asks all routes of both instances, and orders there, again and again until each was asked after the moment. */
async function findingsUntilAfter(moment: number): Promise<Finding[]> {
  const asks = instances.flatMap((instance, index) => [
    ...ROUTES.map((route) => [`${index} ${route}`, () => isListed(instance, route)] as const),
    [`${index} newOrder`, () => isOrdered(instance)] as const,
  ]);
  const follow = async ([what, ask]: (typeof asks)[number]): Promise<Finding[]> => {
    const findings: Finding[] = [];
    for (let ended = 0, begun = 0; begun < moment;) {
      begun = await clock();
      const shown = await ask();
      ended = await clock();
      findings.push({ what, shown, begun, ended });
    }
    return findings;
  };
  return (await Promise.all(asks.map(follow))).flat();
}

/** A whole millisecond some seconds ahead, as SQL. */
const SOON = "date_trunc('milliseconds', clock_timestamp()) + interval '4 seconds'";

/** Sets hours that begin or end soon, and returns that moment after both instances have seen them. */
async function setHours(opens: string, closes: string, shown: boolean): Promise<number> {
  await db.query('DELETE FROM acme_hours');
  const [row] = await db.query<{ opens: number; closes: number }>(
    `INSERT INTO acme_hours VALUES (${PRODUCT}, ${opens}, ${closes})
     RETURNING (extract(epoch FROM opens_at) * 1000)::float8 AS opens,
               (extract(epoch FROM closes_at) * 1000)::float8 AS closes`,
  );
  for (const instance of instances) {
    while ((await isListed(instance, 'products')) !== shown) {
      expect(await clock()).toBeLessThan(shown ? row!.closes : row!.opens);
    }
  }
  return shown ? row!.closes : row!.opens;
}

function check(findings: readonly Finding[], moment: number, before: boolean): void {
  const wrong = findings.filter(
    ({ shown, begun, ended }) =>
      (ended < moment && shown !== before) || (begun >= moment && shown === before),
  );
  expect(wrong.map((each) => ({ ...each, moment }))).toEqual([]);
  // Otherwise nothing was tried on one of the two sides.
  for (const isThere of [
    ({ ended }: Finding) => ended < moment,
    ({ begun }: Finding) => begun >= moment,
  ]) {
    const tried = new Set(findings.filter(isThere).map(({ what }) => what));
    expect(tried.size).toBe(instances.length * (ROUTES.length + 1));
  }
}

it('a product disappears from all routes, and is no longer ordered, at its moment', async () => {
  const closes = await setHours("'2000-01-01'", SOON, true);
  check(await findingsUntilAfter(closes), closes, true);
  const late = await db.query('SELECT FROM orders WHERE created_at >= to_timestamp($1)', [
    closes / 1000,
  ]);
  expect(late).toEqual([]);
});

it('a product appears on all routes, and can be ordered, at its moment', async () => {
  const opens = await setHours(SOON, "now() + interval '1 day'", false);
  check(await findingsUntilAfter(opens), opens, false);
});

const CHANGES = 150;

it('no answer and no order mixes the facts of two moments while they change', async () => {
  await db.query('DELETE FROM acme_hours');
  const rows = new ShopRows(db);
  const ids = Array.from({ length: 40 }, (_, index) => 100 + index);
  for (const id of ids) await rows.product({ id, categoryId: CATEGORY, name: `${id}` });
  const german = await rows.account({ balance: '100000000' });
  const french = await rows.account({ balance: '100000000' });
  await db.query("INSERT INTO acme_countries VALUES ($1, 'DE'), ($2, 'FR')", [
    german.id,
    french.id,
  ]);
  // The price is the number of the change. Odd products are hidden in Germany after even changes, and so on.
  const blocked = (id: number, version: number) => ((id + version) % 2 === 0 ? 'FR' : 'DE');
  await db.query('INSERT INTO acme_costs SELECT unnest($1::integer[]), 1', [ids]);
  await db.query("INSERT INTO acme_blocked SELECT id, 'DE' FROM unnest($1::integer[]) id", [ids]);
  await db.query('UPDATE acme_rate SET rate = 0');
  const change = (version: number) =>
    db.query(
      `WITH rates AS (UPDATE acme_rate SET rate = ${version})
       UPDATE acme_blocked SET country = CASE (product_id + ${version}) % 2 WHEN 0 THEN 'FR' ELSE 'DE' END`,
    );
  await change(1);
  let isOver = false;
  let reads = 0;
  const follow = async (
    instance: Instance,
    who: { token: string },
    country: string,
    route: string,
  ) => {
    for (let last = 0; !isOver; reads++) {
      const text = await instance.ask(who.token, route);
      const found = [...text.matchAll(/"id":(1\d\d),"name":"\1","price":(\d+),/g)];
      const versions = new Set(found.map(([, , price]) => Number(price)));
      expect([text.slice(0, 200), versions.size]).toEqual([text.slice(0, 200), 1]);
      const [version = 0] = versions;
      expect(version).toBeGreaterThanOrEqual(last);
      last = version;
      const shown = new Set(found.map(([, id]) => Number(id)));
      expect([...shown]).toEqual(ids.filter((id) => blocked(id, version) !== country));
    }
  };
  const order = async (instance: Instance, who: { token: string; id: number }) => {
    for (let count = 0; !isOver; count++) {
      const id = ids[count % ids.length] ?? 0;
      const uuid = randomUUID();
      await instance.send(who.token, `newOrder/${id}/params?order_uuid=${uuid}`);
    }
  };
  const followers = instances.flatMap((instance) => [
    ...['products', 'catalog', `content/${CATEGORY}`].flatMap((route) => [
      follow(instance, german, 'DE', route),
      follow(instance, french, 'FR', route),
    ]),
    order(instance, german),
    order(instance, french),
  ]);
  const readers = Promise.all(followers);
  readers.catch(() => (isOver = true));
  for (let version = 2; version < 2 + CHANGES && !isOver; version++) {
    const until = reads + 20;
    await change(version);
    while (reads < until && !isOver) await clock();
  }
  isOver = true;
  await readers;
  expect(reads).toBeGreaterThan(CHANGES * 20);
  const orders = await db.query<{ id: number; price: number; country: string }>(
    `SELECT product_id AS id, unit_price::integer AS price, country FROM orders
     JOIN acme_countries USING (account_id) WHERE product_id >= 100`,
  );
  expect(orders.length).toBeGreaterThan(CHANGES / 2);
  expect(orders.filter(({ id, price, country }) => blocked(id, price) === country)).toEqual([]);
});
