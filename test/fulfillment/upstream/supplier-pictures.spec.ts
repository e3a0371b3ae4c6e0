import { newSecretKey } from '../../../src/common/secret-box.js';
import { Pictures } from '../../../src/catalog/pictures/pictures.service.js';
import { soukJson } from '../../support/command-line.js';
import { PickedSupplier } from '../../support/picked-supplier.js';
import { readInThisProcess } from '../../support/reading-in-this-process.js';
import { RawReply } from '../../support/scripted-shop.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

/** 1 × 1 pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const OURS = /^https:\/\/shop\.example\/images\/[0-9a-f]{64}$/;

let shop: TestShop;
let account: TestAccount;
let acme: PickedSupplier;

beforeAll(async () => {
  // A shop of its own: the pictures of a shop have a limit together.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  account = await shop.account();
});
beforeEach(async () => {
  readInThisProcess();
  acme = await PickedSupplier.start(shop, `acme-${Math.random().toString(36).slice(2)}`);
  await shop.db.query('DELETE FROM pictures; UPDATE products SET deleted_at = now()');
});
afterEach(() => vi.restoreAllMocks());
afterEach(() => acme.close());
afterAll(() => shop.close());

const reply = (bytes: Buffer, headers = {}) => new RawReply([bytes], headers);
const imported = (...options: string[]) =>
  soukJson<{ created: number }>(shop, 'catalog', 'import', '--from-shop', acme.name, ...options);

interface Wired {
  readonly name: string;
  readonly image: string;
  readonly category_img: string;
}
async function imageOf(name: string): Promise<string> {
  const { json, text } = await account.api('/client/api/products');
  expect(text).not.toContain(acme.url);
  return (json as Wired[]).find((one) => one.name === name)?.image ?? 'no such product';
}

it('resellers get pictures of a supplier from this shop, each fetched once', async () => {
  acme.pictures.set('/cards.png', reply(PNG, { 'Content-Type': 'text/html' }));
  for (const id of [21, 22]) acme.add(id, 2, `${acme.url}/cards.png`);
  await imported('--dry-run');
  expect(acme.asked('/cards.png')).toBe(0);
  await imported();
  const image = await imageOf('Card 1');
  expect([image, await imageOf('Card 2')]).toEqual([expect.stringMatching(OURS), image]);
  expect(acme.asked('/cards.png')).toBe(1);
  await imported();
  expect(acme.asked('/cards.png')).toBe(1);

  const answer = await fetch(`${shop.baseUrl}${new URL(image).pathname}`);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

it('an address without a host is one of the supplier', async () => {
  acme.pictures.set('/cards.png', reply(PNG));
  acme.add(21, 2, '/cards.png');
  await imported();
  expect(await imageOf('Card 1')).toMatch(OURS);
});

it.each([
  ['is a page', reply(Buffer.from('<html><script>alert(1)</script>'))],
  ['is an SVG', reply(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['is too large', reply(Buffer.concat([PNG, Buffer.alloc(300_000)]))],
  ['grows when it is decompressed', reply(PNG, { 'Content-Encoding': 'gzip' })],
])('what %s is no picture, and the product is listed without', async (_, answer) => {
  acme.pictures.set('/cards.png', answer);
  acme.add(21, 2, `${acme.url}/cards.png`);
  acme.add(22, 2, 'http://127.0.0.1:1/nobody.png');
  acme.add(31, 3, `${acme.url}/missing.png`);
  expect(await imported()).toMatchObject({ created: 6 });
  for (const name of ['Card 1', 'Card 2', 'Point 1']) {
    expect(await imageOf(name)).toMatch(/\/images\/placeholder\.svg$/);
  }
});

it('what an earlier release has listed with an address of the supplier gets a picture of ours, or none', async () => {
  const theirs = (name: string) => `${acme.url}/${name}.png`;
  acme.add(21, 2, theirs('cards'));
  acme.add(22, 2, theirs('missing'));
  acme.add(31, 3, theirs('points'));
  await imported();
  const former = (id: number, image: string) =>
    shop.db.query(
      `UPDATE products SET image = $2 FROM supplier_products
       WHERE product_id = id AND supplier_product = $1 AND deleted_at IS NULL`,
      [id, image],
    );
  for (const [id, name] of [
    [21, 'cards'],
    [22, 'missing'],
  ] as const)
    await former(id, theirs(name));
  await former(31, 'https://cdn.example/own.png');
  acme.pictures.set('/cards.png', reply(PNG));
  await imported();
  expect(await imageOf('Card 1')).toMatch(OURS);
  expect(await imageOf('Card 2')).toMatch(/\/placeholder\.svg$/);
  expect(await imageOf('Point 1')).toBe('https://cdn.example/own.png');
});

it('an unknown picture is not found', async () => {
  for (const name of ['0'.repeat(64), 'x', '..%2f..%2fetc%2fpasswd', '%00']) {
    expect((await fetch(`${shop.baseUrl}/images/${name}`)).status).toBe(404);
  }
});

it('without room there is none, until those that nothing shows have gone', async () => {
  await shop.db.query(
    `INSERT INTO pictures (hash, type, bytes, created_at)
     SELECT md5(n::text), 'image/png', decode(repeat('00', 250), 'hex'), now() - interval '2 days'
     FROM generate_series(1, 4) n`,
  );
  const pictures = shop.service(Pictures);
  Object.assign(pictures, { maxKeptBytes: 1_000 });
  const used = `/images/${await md5('1')}`;
  const product = await shop.product({ name: 'Shown' });
  await shop.db.query('UPDATE products SET image = $1 WHERE id = $2', [used, product]);
  expect(await pictures.add(PNG)).toMatch(/^\/images\//);
  expect(await pictures.add(Buffer.concat([PNG, Buffer.alloc(800)]))).toBeUndefined();
  const [left] = await shop.db.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM pictures',
  );
  expect(left?.count).toBe(2);
});

async function md5(text: string): Promise<string> {
  const [row] = await shop.db.query<{ hash: string }>('SELECT md5($1) AS hash', [text]);
  return row!.hash;
}
