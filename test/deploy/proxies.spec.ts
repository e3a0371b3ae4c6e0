import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { configFor, readSettings } from '../../src/config/souk-config.js';
import { HttpClient } from '../support/http-client.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { itWith } from './installed.js';
import { PROXIES, ProxyProcess, type ProxyName } from './proxy-process.js';

const FOLDER = new URL('../../deploy/', import.meta.url);

function example(name: ProxyName): string {
  return readFileSync(new URL(`proxy/${PROXIES[name].file}`, FOLDER), 'utf8');
}

/** The seconds of a setting such as `inter 2s`. */
function seconds(text: string, setting: RegExp): number {
  return Number(setting.exec(text)?.[1]);
}

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop({ TRUST_PROXY: 'loopback' });
});
afterAll(() => shop.close());

describe.each(Object.keys(PROXIES) as ProxyName[])('deploy/proxy: %s', (name) => {
  it('says that nothing below /client/api may be cached, and caches nothing', () => {
    const text = example(name);
    expect(text).toMatch(/^ *#.*\bcach/m);
    expect(text).toContain('/client/api');
    expect(text).not.toMatch(/^(?!\s*#).*(proxy_cache (?!off;)|cache-use|cache-store)/m);
  });

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

describe('the checks of health in the examples', () => {
  const delay = configFor(
    readSettings({ DATABASE_URL: 'postgres://db/souk' }),
    undefined,
  ).SHUTDOWN_DELAY;

  it('of haproxy see a stop within the default of SHUTDOWN_DELAY, and so do its own defaults', () => {
    const text = example('haproxy');
    const interval = seconds(text, /\binter (\d+)s/);
    const fall = seconds(text, /\bfall (\d+)/);
    expect(interval * fall + seconds(text, /timeout check (\d+)s/)).toBeLessThan(delay);
    // Without these settings: "inter" 2 s, "fall" 3.
    expect(2 * 3).toBeLessThan(delay);
  });

  it('of Caddy see a stop within the default of SHUTDOWN_DELAY', () => {
    const text = example('caddy');
    const interval = seconds(text, /health_interval (\d+)s/);
    expect(interval + seconds(text, /health_timeout (\d+)s/)).toBeLessThan(delay);
  });

  it('are none in nginx, which tries a stopped server again before the next one stops', () => {
    expect(seconds(example('nginx'), /fail_timeout=(\d+)s/)).toBeLessThan(delay);
  });

  it('are those of every proxy that is shipped', () => {
    const files = Object.values(PROXIES).map(({ file }) => file);
    expect(readdirSync(new URL('proxy/', FOLDER)).sort()).toEqual([...files].sort());
  });
});
