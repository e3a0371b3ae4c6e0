import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { ServerProcess } from '../support/server-process.js';
import { ShopRows } from '../support/shop-rows.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const CLIENTS = 64;

/** Orders that nobody will look at again. */
const WITHOUT_JOB = `
  SELECT order_id FROM orders WHERE order_id NOT IN (
    SELECT data ->> 'orderId' FROM pgboss.job WHERE state IN ('created', 'retry'))`;

let db: TestDatabase;
let rows: ShopRows;

beforeAll(async () => {
  db = await createTestDatabase();
  rows = new ShopRows(db);
});
afterAll(() => db.drop());

describe('a server that is told to stop', () => {
  it('is not ready first, cuts no answer, loses no job, and exits with 0', async () => {
    const { token } = await rows.account({ balance: '100000' });
    // It throws over an order that was paid for, so every order has a job that comes back.
    const fulfillment = [{ handler: 'test', settings: { outcome: 'stuck' } }];
    const product = await rows.product({ type: 'package', fulfillment });
    const server = await ServerProcess.start({
      DATABASE_URL: db.url,
      DATABASE_DIRECT_URL: db.directUrl,
    });
    const client = new HttpClient(server.baseUrl);
    const answered = new Set<string>();
    const unanswered: string[] = [];

    const order = async (): Promise<boolean> => {
      const uuid = randomUUID();
      try {
        const path = `/client/api/newOrder/${product}/params?order_uuid=${uuid}`;
        const { json } = await client.send(path, { token });
        expect(json).toMatchObject({ status: 'OK' });
        answered.add(uuid);
        return true;
      } catch {
        unanswered.push(uuid);
        return false;
      }
    };
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (await order());
    });
    while (answered.size <= CLIENTS) await sleep(20);
    const stopped = server.stop();
    while ((await client.send('/health/ready')).status !== 503) await sleep(20);
    expect((await client.send('/client/api/ping')).headers.connection).toBe('close');

    expect(await stopped).toBe(0);
    await Promise.all(clients);
    client.close();
    const orders = await db.query<{ uuid: string }>('SELECT order_uuid AS uuid FROM orders');
    expect(orders.length).toBeGreaterThan(CLIENTS);
    expect(orders.filter(({ uuid }) => !answered.has(uuid))).toEqual([]);
    expect(answered.size).toBe(orders.length);
    expect(await db.query(WITHOUT_JOB)).toEqual([]);
    expect(await invariantFaults(db)).toEqual([]);
  }, 60_000);

  it.each([
    ['says nothing', ''],
    ['never finishes its request', 'GET /client/api/ping HTTP/1.1\r\nHost: shop\r\n'],
  ])(
    'is not held up by a connection that %s',
    async (_what, said) => {
      const server = await ServerProcess.start({
        DATABASE_URL: db.url,
        DATABASE_DIRECT_URL: db.directUrl,
      });
      const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
      // It may be cut hard.
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(said);

      // It would be 1 if the connection had kept the server until its limit.
      expect(await server.stop()).toBe(0);
      socket.destroy();
    },
    60_000,
  );
});
