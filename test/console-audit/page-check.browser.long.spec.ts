import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { startChromium } from '../browser/chromium.js';
import { describeInBrowser } from '../browser/describe-in-browser.js';
import { until } from '../support/until.js';
import { faultsAt, watchedFaults } from './page-check.js';

const POLICY =
  "default-src 'none'; script-src 'self' 'nonce-x'; style-src 'self'; require-trusted-types-for 'script'";
const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>A page</title></head>
   <body><main><h1>A page</h1>${body}</main></body></html>`;
const script = (text: string): string => `<script nonce="x">${text}</script>`;

const PAGES: Readonly<Record<string, string>> = {
  '/good': page('<p>Nothing is wrong.</p><script nonce="x">document.title += "!"</script>'),
  '/unnamed': page('<button></button>'),
  '/inline-style': page('<p style="color: red">Red</p>'),
  '/html-from-text': page(script('document.body.innerHTML = "<b>x</b>"')),
  '/broken': page(script('missing()')),
  '/wide': page('<p><svg width="500" height="9" aria-hidden="true"></svg></p>'),
  '/wide-right-to-left': page(
    '<div dir="rtl"><svg width="500" height="9" aria-hidden="true"></svg></div>',
  ).replace('lang="en"', 'lang="en" dir="rtl"'),
};

describeInBrowser('the check of a page', () => {
  let browser: Browser;
  let pages: Server;

  beforeAll(async () => {
    pages = createServer(({ url = '' }, response) => {
      response.writeHead(PAGES[url] === undefined ? 404 : 200, {
        'Content-Type': 'text/html',
        'Content-Security-Policy': POLICY,
      });
      response.end(PAGES[url] ?? page('<p>No such page.</p>'));
    }).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    pages.close();
  });

  async function faultsOf(path: string, widthPx: number): Promise<string[]> {
    const { port } = pages.address() as AddressInfo;
    const opened = await browser.newPage();
    const watched = await watchedFaults(opened);
    await opened.goto(`http://127.0.0.1:${port}${path}`);
    const seen = await faultsAt(opened, widthPx);
    if (['/inline-style', '/html-from-text', '/broken'].includes(path)) {
      await until(() => watched.length > 0);
    }
    await opened.close();
    return [...watched, ...seen].map(({ kind, text }) => `${kind} ${text}`);
  }

  it.each(['/good', '/missing'])(
    'finds none in %s, and violates no policy itself',
    async (path) => {
      expect(await faultsOf(path, 320)).toEqual([]);
    },
  );

  it.each([
    ['/unnamed', /^accessibility button-name/],
    ['/inline-style', /^policy policy violation: style-src/],
    ['/html-from-text', /^policy policy violation: require-trusted-types-for/],
    ['/broken', /^script missing is not defined/],
    ['/wide', /^overflow \d+ px wide: svg from/],
    ['/wide-right-to-left', /^overflow \d+ px wide: svg from -/],
  ])('finds what is wrong in %s', async (path, fault) => {
    const faults = await faultsOf(path, 320);
    expect(faults).toContainEqual(expect.stringMatching(fault));
  });

  it('finds no overflow where there is room', async () => {
    expect(await faultsOf('/wide', 768)).toEqual([]);
  });
});
