import { operatorBrowser } from '../support/console-operator.js';
import { Pictures } from '../../src/catalog/pictures/pictures.service.js';
import { souk } from '../support/command-line.js';
import type { TestBrowser } from '../support/test-browser.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

/** A PNG of one pixel, with bytes behind it that make it another picture. */
function picture(length = 0): Buffer {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const mark = Buffer.from(fresh('picture'));
  return Buffer.concat([Buffer.from(pixel, 'base64'), mark, Buffer.alloc(length)]);
}

/** The same with other pixels in its header. */
function wide(): Buffer {
  const bytes = picture();
  bytes.writeUInt32BE(2_001, 16);
  return bytes;
}

const OURS = /^\/images\/[0-9a-f]{32}$/;

let shop: TestShop;
let ada: TestOperator;
let browser: TestBrowser;
let account: TestAccount;
let product: number;
let name: string;

beforeAll(async () => {
  shop = await workerShop();
  const operator = fresh('ada');
  browser = await operatorBrowser(shop, 'manager', operator);
  ada = await TestOperator.of(shop, 'manager', { name: fresh('api') });
  account = await shop.account();
});
beforeEach(async () => {
  name = fresh('card');
  product = await shop.product({ name });
});

interface Shown {
  readonly image: string | null;
}

const put = (bytes: Buffer | null, of = `products/${product}`) =>
  ada.ask(`PUT ${of}/picture`, { body: { picture: bytes?.toString('base64') ?? null } });

const shown = async (of = `products/${product}`): Promise<string | null> =>
  (await ada.get<Shown>(`GET ${of}`)).image;

async function seen(): Promise<string | undefined> {
  const { json } = await account.api('/client/api/products');
  return (json as { name: string; image: string }[]).find((one) => one.name === name)?.image;
}

const withoutIsolates = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');

/** Sends the form with a file, as a browser does. */
async function sent(file: Buffer): Promise<{ readonly status: number; readonly text: string }> {
  const body = new FormData();
  body.append('picture', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'a.png');
  const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const headers = { cookie, 'Sec-Fetch-Site': 'same-origin' };
  const url = `${shop.baseUrl}/console/catalog/products/${product}/picture`;
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  return { status: answer.status, text: withoutIsolates(await answer.text()) };
}

describe('a picture from a file', () => {
  it('is shown to resellers by the next answer, and goes by null', async () => {
    const bytes = picture();
    expect(((await put(bytes)).json as Shown).image).toMatch(OURS);
    const image = (await seen()) ?? '';
    expect(new URL(image).pathname).toBe(await shown());
    const answer = await fetch(`${shop.baseUrl}${new URL(image).pathname}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    await put(null);
    expect([await shown(), await seen()]).toEqual([
      null,
      expect.stringMatching(/placeholder\.svg$/),
    ]);
  });

  it('is one picture, however many have it', async () => {
    const bytes = picture();
    await put(bytes);
    const category = `categories/${await shop.category()}`;
    await put(bytes, category);
    expect(await shown(category)).toBe(await shown());
  });

  it('is told in the audit by its address alone', async () => {
    await put(picture());
    const [entry] = await shop.db.query<{ text: string; after: Shown }>(
      `SELECT after, audit_entries::text AS text FROM audit_entries
       WHERE action = 'product picture' ORDER BY id DESC LIMIT 1`,
    );
    expect(entry?.after.image).toBe(await shown());
    expect(entry?.text).not.toContain('iVBOR');
  });

  it.each([
    [
      'is no picture',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      /no PNG, JPEG/,
    ],
    ['is too long', () => picture(300_000).subarray(0, 300_001), /larger than 300 kB/],
    ['has too many pixels', wide, /2001 × 1 pixels; at most 2000 × 2000/],
  ])('is refused with a sentence where it %s', async (_, made, sentence) => {
    const refused = await put(made());
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(sentence)]);
    const page = await sent(made());
    expect([page.status, page.text]).toEqual([422, expect.stringMatching(sentence)]);
    expect(await shown()).toBeNull();
  });

  it.each([
    ['no Base64', 'not Base64'],
    ['a part of Base64', 'AAA'],
    ['an empty text', ''],
    ['a number', 7],
    ['a text that is too long', 'A'.repeat(400_008)],
  ])('is refused as %s in a request', async (_, value) => {
    const { status } = await ada.ask(`PUT products/${product}/picture`, {
      body: { picture: value },
    });
    expect([status, await shown()]).toEqual([422, null]);
  });

  it('is sent by a page, and stays where the next file is empty', async () => {
    expect((await sent(picture(299_000))).status).toBe(303);
    const image = await shown();
    expect(image).toMatch(OURS);
    expect((await sent(Buffer.alloc(0))).status).toBe(422);
    expect(await shown()).toBe(image);
    const page = await browser.open(`/console/catalog/products/${product}`);
    expect(page.answer.text).toContain(`src="../../..${image}"`);
    await browser.send(page, 'picture/remove');
    expect(await shown()).toBeNull();
  });

  it('is refused where a command names no file', async () => {
    const { code, err } = await souk(shop, 'product', 'picture', `${product}`, '/no/such/file');
    expect([code, err]).toEqual([2, expect.stringContaining('must be a file that can be read')]);
  });

  it('is refused where there is no room', async () => {
    const pictures = shop.service(Pictures) as unknown as { maxKeptBytes: number };
    const { maxKeptBytes } = pictures;
    onTestFinished(() => {
      pictures.maxKeptBytes = maxKeptBytes;
    });
    pictures.maxKeptBytes = 1;
    const refused = await put(picture());
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(/PICTURES_MB/)]);
  });
});
