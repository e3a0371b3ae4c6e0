import { FeedWaits } from '../../src/books/feed/feed-waits.js';
import { API } from '../support/book-pages.js';
import { insertOrders } from '../support/book-rows.js';
import { HttpClient } from '../support/http-client.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { itWith } from './installed.js';
import { PROXIES, type ProxyName } from './proxies.js';
import { ProxyProcess } from './proxy-process.js';

/** As long as the feed lets a request wait, less what its timers may be off. */
const WHOLE_WAIT_MS = 19_900;

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop({ TRUST_PROXY: 'loopback' });
});
afterAll(() => shop.close());

describe.each(Object.keys(PROXIES) as ProxyName[])('deploy/proxy: %s', (name) => {
  itWith(name, 'lets a request wait for its event as long as it may', async (program) => {
    const port = Number(new URL(shop.baseUrl).port);
    const proxy = await ProxyProcess.start(name, program, [port, port]);
    const client = new HttpClient(proxy.baseUrl);
    const waits = shop.service(FeedWaits);
    try {
      const [quiet, busy] = [await shop.account(), await shop.account()];
      const all = [quiet, busy].map(({ token }) =>
        client.send(`${API}/orders/changes?wait=25`, { token }),
      );
      const [empty, told] = [all[0]!, all[1]!];
      await until(() => waits.count === 2);
      await insertOrders(shop.db, busy.id, { count: 1 });
      const { status, json } = await told;
      expect(status).toBe(200);
      expect(json).toMatchObject({ status: 'OK', data: [{ number: 1, event: 'placed' }] });
      expect(waits.count).toBe(1);
      const answer = await empty;
      expect(answer.ended - answer.begun).toBeGreaterThan(WHOLE_WAIT_MS);
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ status: 'OK', data: [] });
    } finally {
      client.close();
      await proxy.stop();
    }
  });
});
