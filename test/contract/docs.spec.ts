import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let page: string;

beforeAll(async () => {
  shop = await startTestShop();
  page = (await shop.requestPage('/docs')).text;
});

afterAll(() => shop.close());

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

  it('shows the document that the server tells, and asks nobody to check it', async () => {
    const { text } = await shop.requestPage('/docs/swagger-ui-init.js');
    const [, url = ''] = /"swaggerUrl": "([^"]+)"/.exec(text) ?? [];
    const document = await shop.requestPage('/openapi.json');

    expect(document.text).toContain('"openapi":"3.1.0"');
    for (const pageUrl of ['http://localhost/docs', 'http://localhost/docs/']) {
      const { pathname } = new URL(url, pageUrl);
      expect((await shop.requestPage(pathname)).text).toBe(document.text);
    }
    expect(text).not.toMatch(/validator\.swagger\.io|petstore/);
  });
});
