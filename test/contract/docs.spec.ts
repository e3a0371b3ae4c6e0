import type { TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let page: string;

beforeAll(async () => {
  shop = await workerShop();
  page = (await shop.requestPage('/docs')).text;
});

/** What the page loads: scripts, styles and icons. */
function assets(): string[] {
  return [...page.matchAll(/<(?:script|link|img)[^>]*?\s(?:src|href)=["']?([^"'\s>]+)/g)].map(
    ([, url]) => url!,
  );
}

describe('the documentation page', () => {
  it('is HTML and opens without a token', async () => {
    const { status, headers } = await shop.requestPage('/docs');

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('loads nothing from elsewhere', () => {
    expect(assets().length).toBeGreaterThanOrEqual(4);
    for (const url of assets()) expect(url).toMatch(/^\.\/docs\/[\w.-]+$/);
    expect(page).not.toMatch(/@import|url\(/);
  });

  it('may load nothing from elsewhere: the browser is told so', async () => {
    const { headers } = await shop.requestPage('/docs');
    const policy = String(headers['content-security-policy']);

    expect(policy).toContain(`default-src 'self'`);
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).not.toContain('connect-src');
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  it('finds all that it loads on this server', async () => {
    const types: Record<string, RegExp> = {
      js: /^(text|application)\/javascript/,
      css: /^text\/css/,
      png: /^image\/png/,
    };

    for (const asset of assets()) {
      const path = new URL(asset, 'http://localhost/docs').pathname;
      const { status, headers, text } = await shop.requestPage(path);

      expect([path, status]).toEqual([path, 200]);
      expect(headers['content-type']).toMatch(types[path.split('.').at(-1)!]!);
      expect(text.length).toBeGreaterThan(100);
    }
  });

  it('fits a phone', () => {
    expect(page).toContain('<meta name="viewport" content="width=device-width');
  });

  it('is the same with a slash at its end, below any path of a proxy', async () => {
    const { status, headers } = await shop.requestPage('/docs/');

    expect([status, headers.location]).toEqual([302, '../docs']);
  });

  it('reads the document that the server tells, and calls the address that it was opened at', async () => {
    const { text } = await shop.requestPage('/docs/docs.js');

    expect(text).toContain("fetch('./openapi.json')");
    expect(text).toContain("new URL('.', location.href)");
    expect((await shop.requestPage('/openapi.json')).text).toContain('"openapi":"3.1.0"');
  });
});
