import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { HttpClient } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { ServerProcess } from '../support/server-process.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const CLIENTS = 64;

/** Orders without a job, which would never be delivered. */
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
  it.each(['1', '2'])(
    'with %s workers is not ready first, cuts no answer, loses no job, and exits with 0',
    async (WORKERS) => {
      const former = await db.query<{ uuid: string }>('SELECT order_uuid AS uuid FROM orders');
      const { token } = await rows.account({ balance: '100000' });
      // This handler throws for a paid order, so every order keeps a job.
      const fulfillment = [{ handler: 'test', settings: { outcome: 'stuck' } }];
      const product = await rows.product({ type: 'package', fulfillment });
      const server = await ServerProcess.start({
        DATABASE_URL: db.url,
        DATABASE_DIRECT_URL: db.directUrl,
        WORKERS,
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
      await until(() => answered.size > CLIENTS);
      const stopped = server.stop();
      await until(async () => (await client.send('/health/ready')).status === 503);
      await until(async () => (await client.send('/health/serving')).status === 503);
      expect((await client.send('/client/api/ping')).headers.connection).toBe('close');

      expect(await stopped).toBe(0);
      await Promise.all(clients);
      client.close();
      const formerUuids = new Set(former.map(({ uuid }) => uuid));
      const all = await db.query<{ uuid: string }>('SELECT order_uuid AS uuid FROM orders');
      const orders = all.filter(({ uuid }) => !formerUuids.has(uuid));
      expect(orders.length).toBeGreaterThan(CLIENTS);
      expect(orders.filter(({ uuid }) => !answered.has(uuid))).toEqual([]);
      expect(answered.size).toBe(orders.length);
      expect(await db.query(WITHOUT_JOB)).toEqual([]);
      expect(await invariantFaults(db)).toEqual([]);
    },
  );

  it('is not held up by connections that say nothing, or never finish their request', async () => {
    const server = await ServerProcess.start({
      DATABASE_URL: db.url,
      DATABASE_DIRECT_URL: db.directUrl,
    });
    const port = Number(new URL(server.baseUrl).port);
    const sockets = ['', 'GET /client/api/ping HTTP/1.1\r\nHost: shop\r\n'].map(async (said) => {
      const socket = connect(port, '127.0.0.1');
      // The server may reset it.
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(said);
      return socket;
    });
    const open = await Promise.all(sockets);

    // The exit code is 1 when connections were still open at the time limit.
    expect(await server.stop()).toBe(0);
    for (const socket of open) socket.destroy();
  });
});
