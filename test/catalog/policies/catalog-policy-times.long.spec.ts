import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CatalogPolicies } from '../../../src/catalog/policies/catalog-policies.js';
import { ACME, createAcmeTables } from '../../support/acme-policies.js';
import { Instance } from '../../support/instance.js';
import { invariantFaults } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

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
  const { text } = await settled(() => instance.send(token, route));
  return text.includes('"Timed"');
}

/** True if an order of the product is placed, and false if there is no such product. */
async function isOrdered(instance: Instance): Promise<boolean> {
  const route = `newOrder/${PRODUCT}/params?order_uuid=${randomUUID()}`;
  const { text, json } = await settled(() => instance.send(token, route));
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

/** In this time before the moment, each route is asked without a pause. */
const NEAR_MS = 300;
const PAUSE_MS = 50;

/** Asks all routes of both instances, and orders there, again and again until each was asked after the moment. */
async function findingsUntilAfter(moment: number): Promise<Finding[]> {
  const asks = instances.flatMap((instance, index) => [
    ...ROUTES.map((route) => [`${index} ${route}`, () => isListed(instance, route)] as const),
    [`${index} newOrder`, () => isOrdered(instance)] as const,
  ]);
  const follow = async ([what, ask]: (typeof asks)[number]): Promise<Finding[]> => {
    const findings: Finding[] = [];
    for (;;) {
      const begun = await clock();
      const shown = await ask();
      findings.push({ what, shown, begun, ended: await clock() });
      if (begun >= moment) return findings;
      if (begun < moment - NEAR_MS) await wait(PAUSE_MS);
    }
  };
  return (await Promise.all(asks.map(follow))).flat();
}

/** Sets hours that begin or end so many seconds ahead, and returns that moment when both instances have seen them. */
async function setHours(isShown: boolean, seconds: number): Promise<number> {
  const moment = Math.floor(await clock()) + seconds * 1000;
  const hours = isShown ? [0, moment] : [moment, moment + 24 * 60 * 60 * 1000];
  await db.query('DELETE FROM acme_hours');
  await db.query(
    'INSERT INTO acme_hours VALUES ($1, to_timestamp($2 / 1000.0), to_timestamp($3 / 1000.0))',
    [PRODUCT, ...hours],
  );
  for (const instance of instances) {
    while ((await isListed(instance, 'products')) !== isShown && (await clock()) < moment);
  }
  return moment;
}

/**
 * Has the product disappear or appear at a moment, and compares what all routes say with the clock of the database.
 * @returns the moment. It is farther ahead where a busy machine was too slow to try everything before it.
 */
async function changeAtMoment(isShown: boolean): Promise<number> {
  for (let seconds = 1; ; seconds *= 2) {
    const moment = await setHours(isShown, seconds);
    const findings = await findingsUntilAfter(moment);
    const wrong = findings.filter(
      ({ shown, begun, ended }) =>
        (ended < moment && shown !== isShown) || (begun >= moment && shown === isShown),
    );
    expect(wrong.map((each) => ({ ...each, moment }))).toEqual([]);
    const early = findings.filter(({ ended }) => ended < moment).map(({ what }) => what);
    if (new Set(early).size === instances.length * (ROUTES.length + 1)) return moment;
  }
}

it('a product disappears from all routes, and is no longer ordered, at its moment', async () => {
  const moment = await changeAtMoment(true);
  const late = 'SELECT FROM orders WHERE created_at >= to_timestamp($1 / 1000.0)';
  expect(await db.query(late, [moment])).toEqual([]);
});

it('a product appears on all routes, and can be ordered, at its moment', async () => {
  await changeAtMoment(false);
});

const CHANGES = 100;
const READS_PER_CHANGE = 100;

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
  const over = new AbortController();
  let reads = 0;
  const follow = async (
    instance: Instance,
    who: { token: string },
    country: string,
    route: string,
  ) => {
    for (let last = 0; !over.signal.aborted; reads++) {
      const { text } = await settled(() => instance.send(who.token, route));
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
    for (let count = 0; !over.signal.aborted; count++) {
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
  readers.catch(() => {
    over.abort();
  });
  const isGoingOn = () => !over.signal.aborted;
  for (let version = 2; version < 2 + CHANGES && isGoingOn(); version++) {
    const enough = reads + READS_PER_CHANGE;
    await change(version);
    while (reads < enough && isGoingOn()) await clock();
  }
  over.abort();
  await readers;
  expect(reads).toBeGreaterThan(CHANGES * READS_PER_CHANGE);
  const orders = await db.query<{ id: number; price: number; country: string }>(
    `SELECT product_id AS id, unit_price::integer AS price, country FROM orders
     JOIN acme_countries USING (account_id) WHERE product_id >= 100`,
  );
  expect(orders.length).toBeGreaterThan(CHANGES / 2);
  expect(orders.filter(({ id, price, country }) => blocked(id, price) === country)).toEqual([]);
});
