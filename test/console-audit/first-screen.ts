import type { Browser, BrowserContext } from 'playwright-core';
import { startChromium, TIMEOUT_MS } from '../browser/chromium.js';
import { PASSWORD } from '../support/console-operator.js';
import { openTestServer } from '../support/test-server.js';
import { startAuditedShop } from './audited-shop.js';

/** What a slow mobile line has. */
const LATENCY_MS = 150;
const BYTES_PER_S = 1_600_000 / 8;
const ROUNDS = 9;
const PATHS = ['/console/sign-in', '/console', '/console/orders', '/console/reports'];

interface Load {
  /** Until text is painted, in milliseconds after the page was asked for. */
  readonly paintedMs: number;
  /** Of the page and all that it loads, as they are transferred. */
  readonly bytes: number;
  readonly requests: number;
}

/** `npm run console:first-screen`: how soon a page can be read in a browser that has been here never before, over a slow line. */
async function run(browser: Browser): Promise<void> {
  const shop = await startAuditedShop();
  try {
    const cookies = await signedIn(browser, shop.baseUrl);
    console.log('| page | readable after ms (median of 9) | slowest ms | bytes | requests |');
    console.log('| --- | --- | --- | --- | --- |');
    for (const path of PATHS) {
      const loads: Load[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const context = await browser.newContext({ locale: 'en' });
        if (path !== '/console/sign-in') await context.addCookies(cookies);
        loads.push(await load(context, shop.baseUrl + path));
        await context.close();
      }
      loads.sort((a, b) => a.paintedMs - b.paintedMs);
      const [median, slowest] = [loads[Math.floor(ROUNDS / 2)]!, loads.at(-1)!];
      const cells = [path, median.paintedMs, slowest.paintedMs, median.bytes, median.requests];
      console.log(`| ${cells.join(' | ')} |`);
    }
  } finally {
    await shop.close();
  }
}

async function signedIn(browser: Browser, baseUrl: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${baseUrl}/console/sign-in`);
  await page.locator('[name=name]').fill('owner');
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('[name=password]').press('Enter');
  await page.waitForURL((url) => url.pathname === '/console');
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** The page in a browser without a cache. */
async function load(context: BrowserContext, address: string): Promise<Load> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_S,
    uploadThroughput: BYTES_PER_S,
  });
  let bytes = 0;
  let requests = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.goto(address, { waitUntil: 'load', timeout: TIMEOUT_MS });
  const painted = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const entry = list.getEntriesByName('first-contentful-paint')[0];
          if (entry) resolve(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  return { paintedMs: Math.round(painted), bytes, requests };
}

const server = await openTestServer({ withoutDisk: true });
const browser = await startChromium();
try {
  await run(browser);
} finally {
  await browser.close();
  await server.close();
}
