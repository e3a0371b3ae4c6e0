import { once } from 'node:events';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { compileClient } from '../client/compiled-client.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { startChromium, TIMEOUT_MS } from './chromium.js';
import { describeInBrowser } from './describe-in-browser.js';

/** All that a page of another origin does with a shop; it tells what it saw. */
const PROGRAM = `async ([baseUrl, token, productId]) => {
  const { RefusedError, SoukClient } = await import('/index.js');
  const client = new SoukClient({ baseUrl, token });
  const catalogs = [await client.catalog(), await client.catalog()];
  const quote = await client.quote({ productId });
  const result = await client.order({ productId, maxPrice: quote.data.price });
  const again = await client.order({ productId }, { uuid: result.uuid });
  let state = await client.syncCatalog();
  state = await client.syncCatalog(state);
  const orders = [];
  for await (const order of client.orders()) orders.push(order.order_id);
  const filed = [];
  for await (const order of client.ordersFromFile()) filed.push(order.order_id);
  const refused = await new SoukClient({ baseUrl, token: 'wrong' }).profile().catch((e) => e);
  return {
    products: catalogs.map(({ products }) => products.length),
    kinds: [result.kind, again.kind],
    isOneOrder: result.order.order_id === again.order.order_id && orders.length === 1,
    isFiled: filed.join() === orders.join(),
    synced: Object.keys(state.products),
    code: refused instanceof RefusedError && refused.code,
  };
}`;

describeInBrowser('the client in a browser', () => {
  let folder: string;
  let files: Server;
  let shop: TestShop;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-client-browser-'));
    await compileClient(folder);
    files = createServer((request, response) => {
      const name = request.url === '/' ? undefined : request.url;
      if (name === undefined) return void response.end('<!doctype html><title>A bot</title>');
      response.setHeader('Content-Type', 'text/javascript');
      void readFile(join(folder, name)).then(
        (text) => response.end(text),
        () => response.writeHead(404).end(),
      );
    });
    files.listen(0, '127.0.0.1');
    await once(files, 'listening');
    origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
    shop = await startTestShop({ CORS_ORIGINS: origin });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    files.close();
    await shop.close();
    await rm(folder, { recursive: true });
  });

  it('browses, orders once, syncs and reads files, from another origin', async () => {
    const { token } = await shop.account({ balance: '10' });
    const product = await shop.product({ price: '1.25' });
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.goto(origin);

    const asked = JSON.stringify([shop.baseUrl, token, product]);
    expect(await page.evaluate(`(${PROGRAM})(${asked})`)).toEqual({
      products: [1, 1],
      kinds: ['waiting', 'waiting'],
      isOneOrder: true,
      isFiled: true,
      synced: [String(product)],
      code: 121,
    });
  });
});
