import { operatorBrowser } from '../support/console-operator.js';
import { HttpClient } from '../support/http-client.js';
import { TestBrowser } from '../support/test-browser.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

let shop: TestShop;
let name: string;
let browser: TestBrowser;
let owner: TestOperator;
let client: HttpClient;

beforeAll(async () => {
  shop = await workerShop();
  browser = await operatorBrowser(shop, 'owner', fresh('ada'));
  owner = await TestOperator.of(shop, 'owner', { name: fresh('api') });
  client = new HttpClient(shop.baseUrl);
});
beforeEach(() => {
  name = `${fresh('Acme')} & <Söhne>`;
});
const set = (change: object) => owner.ask('PATCH branding', { match: '*', body: change });
const setLogo = (bytes: Buffer | null) =>
  owner.ask('PUT branding/logo', { body: { picture: bytes?.toString('base64') ?? null } });
afterEach(async () => {
  await set({ name: null, color: null });
  await setLogo(null);
});

const logoAt = (logo: string) => new RegExp(`src="[./a-z]*/\\.\\.${logo}"`);

const rootPage = () => client.send('/', { headers: { Accept: 'text/html' } });
const signInPage = () => new TestBrowser(shop.baseUrl).open('/console/sign-in');

describe('the branding of the shop', () => {
  it('is set by a form, and shown by pages of operators, the sign-in and the page at /', async () => {
    const page = await browser.open('/console/shop');
    const saved = await browser.send(page, 'shop/branding', {
      name: `  ${name} `,
      color: '#AA3300',
    });
    expect(saved.text).toContain('Every page shows it');
    const shown = [saved, await browser.open('/console'), await signInPage()];
    const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    for (const { answer } of [...shown, { answer: await rootPage() }]) {
      expect(answer.text).toContain(`${escaped}</title>`);
      expect(answer.text).toContain(`<bdi>${escaped}</bdi>`);
      expect(answer.text).toMatch(/href="[./a-z]*color\/aa3300\.css"/);
    }
    expect(
      (await browser.open('/console/shop')).root.querySelector('[name=color]')?.attributes,
    ).toMatchObject({ value: '#aa3300' });
  });

  it('is Souk in the usual color for a shop that has chosen none', async () => {
    for (const { answer } of [await signInPage(), { answer: await rootPage() }]) {
      expect(answer.text).toContain('<bdi>Souk</bdi>');
      expect(answer.text).not.toContain('color/');
    }
  });

  it('has a logo from a file, which stays when unused pictures are removed', async () => {
    const { json } = await setLogo(Buffer.from(PIXEL, 'base64'));
    const { logo } = json as { logo: string };
    expect(logo).toMatch(/^\/images\/[0-9a-f]{32}$/);
    const picture = await client.send(logo);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect((await browser.open('/console/shop')).answer.text).toMatch(logoAt(logo));
    expect((await signInPage()).answer.text).toMatch(logoAt(logo));
    expect((await rootPage()).text).toMatch(logoAt(logo));
    const removed = await browser.send(await browser.open('/console/shop'), 'shop/logo/remove');
    expect(removed.answer.text).not.toContain(logo);
  });

  it.each([
    ['a color by its name', { color: 'red' }, 'color'],
    ['a color that is a style', { color: '#fff;}a' }, 'color'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(61) }, 'name'],
  ])('is refused as %s', async (_, change, field) => {
    const { status, json } = await set(change);
    expect([status, json]).toEqual([
      422,
      expect.objectContaining({ errors: [expect.objectContaining({ field })] }),
    ]);
  });

  it('is refused by its form as it was typed', async () => {
    const page = await browser.open('/console/shop');
    const refused = await browser.send(page, 'shop/branding', { name, color: 'red' });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('a color such as #1a2b3c'),
    ]);
    const typed = refused.root.querySelector('form [name=name]')?.attributes;
    expect(typed).toMatchObject({ value: name });
  });

  it('is refused as a logo of more than 100 kB, or one that is no picture', async () => {
    const long = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(100_000)]);
    const answers = [
      await setLogo(long.subarray(0, 100_001)),
      await setLogo(Buffer.from('<svg/>')),
    ];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [422, expect.stringContaining('larger than 100 kB')],
      [422, expect.stringContaining('no PNG, JPEG')],
    ]);
  });

  it('is for those who may edit settings; others see it', async () => {
    await set({ name });
    const manager = await operatorBrowser(shop, 'manager', fresh('manager'));
    const page = await manager.open('/console/shop');
    expect([page.text.includes(name), page.root.querySelector('[name=color]')]).toEqual([
      true,
      null,
    ]);
    for (const form of ['branding', 'logo', 'logo/remove']) {
      const refused = await manager.post(`/console/shop/${form}`, new URLSearchParams());
      expect([form, refused.status]).toEqual([form, 403]);
    }
  });

  it('is changed by one of two who have opened the form', async () => {
    const page = await browser.open('/console/shop');
    await set({ name });
    const late = await browser.send(page, 'shop/branding', { name: 'Other', color: '' });
    expect(late.status).toBe(412);
    expect(await owner.get('GET branding')).toMatchObject({ name });
  });
});

describe('the style sheet of a color', () => {
  it('is made of its address, and kept by browsers', async () => {
    const { status, headers, text } = await client.send('/console/color/aa3300.css');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    expect(text).toMatch(/^:root\{--accent:light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\);/);
  });

  it.each(['red.css', 'aa3300', 'AA3300.css', 'aa33001.css', '%7D.css'])(
    'is not made of %s',
    async (file) => {
      expect((await client.send(`/console/color/${file}`)).status).toBe(404);
    },
  );
});
