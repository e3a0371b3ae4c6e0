import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startChromium, TIMEOUT_MS } from '../test/browser/chromium.js';
import { freePort } from '../test/support/free-port.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'docs/pictures');
const LINK = /(http\S+\/console\/link\/\S+)$/;
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

interface Shot {
  readonly name: string;
  /** Below the first page of the console. */
  readonly path: string;
  readonly size?: typeof WIDE;
  readonly theme?: 'dark';
  /** Leads from the page to what is to be seen. */
  readonly reach?: (page: Page) => Promise<unknown>;
}

/** The pictures of the README, and of docs/console.md. */
const SHOTS: readonly Shot[] = [
  { name: 'today', path: '' },
  { name: 'waiting', path: '/waiting' },
  {
    name: 'product',
    path: '/catalog?text=60+UC',
    reach: async (page) => {
      await page.locator('main table a').first().click();
      await page.waitForLoadState();
    },
  },
  { name: 'report', path: '/reports?by=day', theme: 'dark' },
  { name: 'phone', path: '/orders', size: PHONE },
];

/** Takes pictures of the demo shop, which is made for them in a folder that goes afterwards. */
async function takePictures(browser: Browser): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'souk-pictures-'));
  const port = String(await freePort());
  const words = [...process.execArgv, 'demo/demo.ts', '--data', data];
  const demo = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, PORT: port, SHUTDOWN_DELAY: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(demo, 'exit');
  try {
    const context = await signedIn(browser, await linkOf(demo.stdout));
    for (const shot of SHOTS) await take(context, `http://127.0.0.1:${port}/console`, shot);
  } finally {
    demo.kill('SIGTERM');
    await ended;
    await rm(data, { recursive: true, force: true });
  }
}

/** By which the first operator comes in. @throws Error if the server ends without having printed it */
async function linkOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, link] = LINK.exec(line) ?? [];
    if (link === undefined) continue;
    output.resume();
    return link;
  }
  throw new Error('the demo shop ended before it printed the link of the first operator');
}

async function signedIn(browser: Browser, link: string): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  await page.goto(link.replace('localhost', '127.0.0.1'));
  await page.locator('[name=name]').fill('ada');
  for (const field of ['password', 'repeat']) {
    await page.locator(`[name=${field}]`).fill('seven green lanterns');
  }
  await Promise.all([
    page.waitForURL((url) => !url.pathname.includes('/link/')),
    page.locator('[name=repeat]').press('Enter'),
  ]);
  await page.close();
  return context;
}

async function take(context: BrowserContext, home: string, shot: Shot): Promise<void> {
  const { name, path, size = WIDE, theme = 'light', reach } = shot;
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize(size);
  await page.goto(home + path);
  await reach?.(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await page.close();
  console.log(`docs/pictures/${name}.png`);
}

await mkdir(FOLDER, { recursive: true });
const browser = await startChromium();
try {
  await takePictures(browser);
} finally {
  await browser.close();
}
