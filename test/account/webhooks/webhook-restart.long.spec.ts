import { randomUUID } from 'node:crypto';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { souk } from '../../support/command-line.js';
import { HttpClient } from '../../support/http-client.js';
import { ServerProcess } from '../../support/server-process.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const PATH = '/told';
const ORDERS = 8;

let db: TestDatabase;
let receiver: WebhookReceiver;

beforeAll(async () => {
  db = await createTestDatabase();
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await receiver.close();
  await db.drop();
});

describe('a server that is killed', () => {
  it('loses no message: what was on its way is sent again, under the same id', async () => {
    const settings = {
      DATABASE_URL: db.url,
      SECRET_KEYS: newSecretKey(),
      WEBHOOK_ALLOW_PRIVATE: 'on',
    };
    const rows = new ShopRows(db);
    const { id, token } = await rows.account({ balance: '100' });
    const product = await rows.product();
    await souk(settings, 'webhook', 'set', String(id), receiver.url(PATH));
    const server = await ServerProcess.start(settings);
    const client = new HttpClient(server.baseUrl);
    const orders: string[] = [];
    for (let count = 0; count < ORDERS; count += 1) {
      const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
      const { json } = await client.send(path, { token });
      orders.push((json as { data: { order_id: string } }).data.order_id);
    }
    client.close();
    // The receiver does not answer until the server is killed, and answers again afterwards.
    receiver.answers.push(...Array.from({ length: 3 }, () => 0));
    for (const order of orders.slice(0, 3)) await souk(settings, 'order', 'accept', order);
    await receiver.arrived(PATH, 1);
    await server.stop('SIGKILL');
    for (const order of orders.slice(3)) await souk(settings, 'order', 'accept', order);
    receiver.answers.length = 0;
    // Jobs of a killed process are taken by another one after a minute; here at once.
    await db.query(
      `UPDATE pgboss.job SET started_on = started_on - interval '2 minutes' WHERE state = 'active'`,
    );

    const next = await ServerProcess.start(settings);
    const ids = new Map<string, Set<unknown>>();
    for (let seen = ORDERS; ids.size < ORDERS; seen += 1) {
      for (const { event, headers } of await receiver.arrived(PATH, seen)) {
        const order = String(event.data.order_id);
        ids.set(order, (ids.get(order) ?? new Set()).add(headers['webhook-id']));
      }
    }
    expect(await next.stop()).toBe(0);

    expect([...ids.keys()].sort()).toEqual(orders.sort());
    expect([...ids.values()].every((seen) => seen.size === 1)).toBe(true);
  });
});
