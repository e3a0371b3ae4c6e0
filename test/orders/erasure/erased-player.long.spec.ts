import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { ErasureTask } from '../../../src/orders/erasure/erasure.task.js';
import { OrderSearch } from '../../../src/orders/search/order-search.service.js';
import { walked } from '../../support/book-pages.js';
import { soukJson } from '../../support/command-line.js';
import { feedOf, type FeedEvent } from '../../support/feed.js';
import { TestOperator } from '../../support/test-operator.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { IN_NODE } from '../../support/verifiers.js';
import { pathOf, PlantedShop, type PlantedOrder } from './planted-shop.js';
import { placesOf } from './places-of.js';

/** `npm run erasure` has two million. */
const ORDERS = Number(process.env.ERASURE_ORDERS ?? 2_000);
const ROUNDS = 10;
const REPLAYS = 1_000;
const PLAYER = 'Forgotten5512345678';
const ROWS_PER_STATEMENT = 50_000;

/** Orders of others, as many as the shop has. */
const OTHERS = `
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity, total, field_schema,
    sent_fields, fields, extra_parameters, status, decided_by, decided_at)
  SELECT $1, 'ID_' || lpad(to_hex(number), 16, '0'), 'key-' || number, 1, '60 UC', 1, 1, 1,
         '[{"name":"playerId","label":"playerId","type":"string","required":true}]',
         json_build_array(json_build_array('playerId', number::text)), json_build_object('playerId', number::text), '[]',
         'accept', 'test', now()
  FROM generate_series($2::integer, $3::integer) AS number`;

let shop: TestShop;
let owner: TestOperator;
let planted: PlantedShop;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-erasure-'));
  // A shop of its own: the whole of it is searched.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  owner = await TestOperator.of(shop, 'owner');
  planted = await PlantedShop.in(shop, owner);
  const others = await shop.account();
  for (let from = 1; from <= ORDERS; from += ROWS_PER_STATEMENT) {
    const to = Math.min(from + ROWS_PER_STATEMENT - 1, ORDERS);
    await shop.db.query(OTHERS, [others.id, from, to]);
  }
  await shop.db.query('ANALYZE');
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

interface Answered {
  readonly data?: { readonly order_id: string; readonly status: string; readonly price: number };
}

const repeated = async ({ product, uuid }: PlantedOrder) =>
  (await planted.account.api(pathOf(product, uuid, PLAYER))).json as Answered;

async function allEvents(): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  for (let since = ''; ;) {
    const { data, cursor } = await feedOf(planted.account, `receipts=1${since}`);
    if (data.length === 0) return events;
    events.push(...data);
    since = `&since=${cursor}`;
  }
}

it(`one player among ${ORDERS} orders is erased: nothing of it is left, and all else is as it was`, async () => {
  const orders: PlantedOrder[] = [];
  for (let round = 0; round < ROUNDS; round++) orders.push(...(await planted.plant(PLAYER)));
  const before = new Map<string, Answered['data']>();
  for (const order of orders) before.set(order.id, (await repeated(order)).data);

  const asked = await owner.ask('POST erasures', { body: { value: PLAYER }, key: randomUUID() });
  expect(asked.status).toBe(201);
  await until(async () => {
    await shop.service(ErasureTask).run();
    const { items } = await owner.get<{ items: [{ state: string }] }>('GET erasures');
    return items[0].state === 'done';
  });

  expect(await placesOf(shop.db, PLAYER)).toEqual([]);
  const found = await shop.service(OrderSearch).find(PLAYER, { withValues: true, limit: 50 });
  expect(found.orders.items).toEqual([]);
  expect(shop.logs().filter((line) => line.includes(PLAYER))).toEqual([]);
  const file = join(folder, 'after.backup');
  await soukJson(shop.db.url, 'backup', file);
  expect(gunzipSync(await readFile(file)).includes(PLAYER)).toBe(false);

  for (let count = 0; count < REPLAYS; count++) {
    const order = orders[count % orders.length]!;
    const { order_id: id, status, price } = before.get(order.id)!;
    const data = { playerId: '', zone: '' };
    expect(await repeated(order)).toMatchObject({ data: { order_id: id, status, price, data } });
  }
  const statement = await walked(planted.account, 'statement?limit=500');
  const texts = [statement, await allEvents()].map((items) =>
    items.map((item) => JSON.stringify(item)).join('\n'),
  );
  const [answer] = IN_NODE([[texts, {}]]);
  expect([answer?.lines, answer?.code]).toEqual([answer?.lines, 0]);
});
