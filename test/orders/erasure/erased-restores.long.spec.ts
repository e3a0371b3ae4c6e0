import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { OrderEraser } from '../../../src/orders/erasure/order-eraser.js';
import { souk } from '../../support/command-line.js';
import { Instance } from '../../support/instance.js';
import { TestOperator } from '../../support/test-operator.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { PlantedShop, type PlantedOrder } from './planted-shop.js';

const KEYS = [newSecretKey(), newSecretKey()] as const;
const PLAYER = 'Restored5512345678';

let shop: TestShop;
let planted: PlantedShop;
let orders: PlantedOrder[];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-erasure-'));
  // A shop of its own: the whole of it is in the backup, and its keys are rotated.
  shop = await startTestShop({ SECRET_KEYS: KEYS[0] });
  planted = await PlantedShop.in(shop, await TestOperator.of(shop, 'owner'));
  orders = await planted.plant(PLAYER);
  const refs = orders.map(({ id: orderId }) => ({ accountId: planted.account.id, orderId }));
  await shop.inTransaction((manager) => shop.service(OrderEraser).erase(manager, refs));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const settings = (db: TestDatabase, direct: string, keys: string) => ({
  DATABASE_URL: db.url,
  DATABASE_DIRECT_URL: direct,
  SECRET_KEYS: keys,
});

it.each([
  ['the owner of the tables', (db: TestDatabase) => db.directUrl],
  ['a role that does not own the tables', (db: TestDatabase) => db.url],
])('erased orders are restored by %s, and answered under a new key alone', async (_, directUrl) => {
  const file = join(folder, `${randomUUID()}.backup`);
  expect(await souk(shop, 'backup', file)).toMatchObject({ code: 0, err: '' });
  // A shop of its own: a restore needs an empty database.
  const target = await createTestDatabase();
  onTestFinished(() => target.drop());
  const restored = await souk(settings(target, directUrl(target), KEYS[0]), 'restore', file);
  expect([restored.code, restored.err]).toEqual([0, restored.err]);
  const both = `${KEYS[1]},${KEYS[0]}`;
  const rotated = await souk(settings(target, target.directUrl, both), 'codes', 'rotate');
  expect([rotated.code, rotated.err]).toEqual([0, rotated.err]);

  const server = await Instance.on(target, { SECRET_KEYS: KEYS[1] });
  onTestFinished(() => server.close());
  for (const { id, product, uuid } of orders) {
    const route = (who: string) =>
      `newOrder/${product}/params?order_uuid=${uuid}&playerId=${who}&zone=7`;
    const again = await server.send(planted.account.token, route(PLAYER));
    expect(again.json).toMatchObject({ data: { order_id: id } });
    const other = await server.send(planted.account.token, route(`${PLAYER}9`));
    expect(other.json).toMatchObject({ code: 116 });
  }
});
