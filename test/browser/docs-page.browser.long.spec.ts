import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { DemoShopService } from '../../src/upkeep/demo-shop.service.js';
import { startChromium, TIMEOUT_MS } from './chromium.js';
import { describeInBrowser } from './describe-in-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

/** How far the page is wider than the window. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Passes what is below `/shop` on, as a proxy does that shares its host name between applications. */
async function proxyBelow(prefix: string, port: number): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    if (!url.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end();
    const path = url.slice(prefix.length);
    const passed = request({ host: '127.0.0.1', port, method, headers, path }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}

describeInBrowser('the documentation page in a browser', () => {
  let shop: TestShop;
  let token: string;
  let browser: Browser;
  let proxy: Server;
  let addresses: Record<string, string>;

  beforeAll(async () => {
    shop = await startTestShop();
    token = await shop.service(DemoShopService).create();
    const port = new URL(shop.baseUrl).port;
    proxy = await proxyBelow('/shop', Number(port));
    addresses = {
      'at localhost': `http://localhost:${port}`,
      'below a path of a proxy': `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/shop`,
    };
    browser = await startChromium();
  });

  afterAll(async () => {
    await browser.close();
    proxy.close();
    await shop.close();
  });

  it.each([
    [390, 'below a path of a proxy', Infinity],
    // The page takes seconds for each.
    [1280, 'at localhost', 3],
  ])('sends examples at %i px, opened %s', async (width, place, count) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    page.setDefaultTimeout(TIMEOUT_MS);
    const elsewhere: string[] = [];
    const origin = new URL(addresses[place]!).origin;
    page.on('request', (sent) => {
      if (!sent.url().startsWith(origin) && !sent.url().startsWith('data:'))
        elsewhere.push(sent.url());
    });
    await page.goto(`${addresses[place]!}/docs`);
    await authorize(page, token);

    const statuses = await sendExamples(page, count);

    expect(statuses.length).toBeGreaterThanOrEqual(Math.min(count, 14));
    // There is no proof in a shop that has no witness yet.
    const others = statuses.filter(([path]) => path !== '/client/api/receipts/proof');
    expect(others.filter(([, status]) => status !== '200')).toEqual([]);
    expect(elsewhere).toEqual([]);
    expect(await page.evaluate(OVERFLOW)).toBe(0);
    await page.close();
  });
});

async function authorize(page: Page, token: string): Promise<void> {
  await page.locator('button.authorize').first().click();
  const dialog = page.locator('.modal-ux');
  await dialog.locator('input').first().fill(token);
  await dialog.locator('button[type=submit]').first().click();
  await dialog.locator('button.btn-done').first().click();
}

/** Opens operations, and sends their examples. @returns their names, and the statuses that the page shows */
async function sendExamples(page: Page, count: number): Promise<[string, string][]> {
  const statuses: [string, string][] = [];
  const operations = page.locator('.opblock-tag-section .opblock:has(.opblock-summary-path)');
  await operations.first().waitFor();
  for (const operation of (await operations.all()).slice(0, count)) {
    const path = (await operation.locator('.opblock-summary-path').innerText()).trim();
    await operation.locator('.opblock-summary-control').click();
    const send = operation.locator('button.execute');
    await send.click();
    const status = operation.locator('.live-responses-table .response-col_status').last();
    statuses.push([path, (await status.innerText()).trim().slice(0, 3)]);
    await operation.locator('.opblock-summary-control').click();
  }
  return statuses;
}
