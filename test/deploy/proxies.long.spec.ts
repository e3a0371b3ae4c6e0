import { randomUUID } from 'node:crypto';
import { HttpClient } from '../support/http-client.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { itWith } from './installed.js';
import { PROXIES, type ProxyName } from './proxies.js';
import { ProxyProcess } from './proxy-process.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop({ TRUST_PROXY: 'loopback' });
});
afterAll(() => shop.close());

describe.each(Object.keys(PROXIES) as ProxyName[])('deploy/proxy: %s', (name) => {
  itWith(name, 'passes requests on as they are', async (program) => {
    const port = Number(new URL(shop.baseUrl).port);
    const proxy = await ProxyProcess.start(name, program, [port, port]);
    const client = new HttpClient(proxy.baseUrl);
    try {
      const [one, two] = [await shop.account({ balance: '100' }), await shop.account()];
      const product = await shop.product({ price: '1' });
      const order = (uuid: string): string => `/client/api/newOrder/${product}?order_uuid=${uuid}`;
      const ask = (path: string, token = one.token, method = 'GET') =>
        client.send(path, { token, method });

      // A cache in between would make a GET, an order, of it.
      const uuid = randomUUID();
      expect((await ask(order(uuid), one.token, 'HEAD')).status).toBe(405);
      expect(await shop.db.query('SELECT FROM orders WHERE account_id = $1', [one.id])).toEqual([]);
      expect((await ask(order(uuid))).json).toMatchObject({ status: 'OK' });
      expect((await ask(order(randomUUID()), one.token, 'POST')).json).toMatchObject({
        status: 'OK',
      });
      const balances = [one.token, two.token].map(async (token) => {
        const { json } = await ask('/client/api/profile', token);
        return (json as { balance: string }).balance;
      });
      expect(await Promise.all(balances)).toEqual(['98', '0']);
    } finally {
      client.close();
      await proxy.stop();
    }
  });

  itWith(name, 'tells the address of the caller, and keeps health inside', async (program) => {
    const port = Number(new URL(shop.baseUrl).port);
    const proxy = await ProxyProcess.start(name, program, [port, port]);
    const client = new HttpClient(proxy.baseUrl);
    try {
      const { token, id } = await shop.account();
      await shop.db.query(
        `INSERT INTO allowed_ips (account_id, range) VALUES (${id}, '203.0.113.7')`,
      );
      const headers = { 'X-Forwarded-For': '203.0.113.7' };
      const { json } = await client.send('/client/api/profile', { token, headers });
      expect(json).toMatchObject({ code: 123 });
      expect(JSON.stringify(json)).toContain('127.0.0.1');
      for (const path of ['/health/ready', '//health/ready', '/HEALTH/live']) {
        expect([path, (await client.send(path)).status]).toEqual([path, 404]);
      }
    } finally {
      client.close();
      await proxy.stop();
    }
  });
});
