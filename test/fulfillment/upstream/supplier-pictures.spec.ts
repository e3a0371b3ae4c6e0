import { newSecretKey } from '../../../src/common/secret-box.js';
import { Database } from '../../../src/database/database.js';
import { PictureFetching } from '../../../src/fulfillment/upstream/pictures/picture-fetching.service.js';
import { Pictures } from '../../../src/catalog/pictures/pictures.service.js';
import { endOwnRounds } from '../../notifications/notifying.js';
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
const OURS = /^https:\/\/shop\.example\/images\/[0-9a-f]{32}$/;

let shop: TestShop;
let account: TestAccount;
let acme: PickedSupplier;

beforeAll(async () => {
  // A shop of its own: the pictures of a shop have a limit together.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  await endOwnRounds(shop);
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
/** Imports, and fetches the pictures as the server does some seconds later. */
async function imported(...options: string[]): Promise<{ readonly created: number }> {
  const words = ['catalog', 'import', '--from-shop', acme.name, ...options];
  const changes = await soukJson<{ created: number }>(shop, ...words);
  await pictures();
  return changes;
}

async function pictures(): Promise<void> {
  await shop.db.query('UPDATE suppliers SET pictures_at = NULL');
  await shop.service(PictureFetching).run();
}

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
    'content-security-policy': "default-src 'none'; sandbox",
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

it('a picture that does not come is tried again, and is none after the last try', async () => {
  acme.add(21, 2, `${acme.url}/cards.png`);
  acme.add(22, 2, 'http://127.0.0.1:1/nobody.png');
  acme.pictures.set('/cards.png', 'cut');
  await imported();
  expect(await imageOf('Card 1')).toMatch(/placeholder/);
  acme.pictures.set('/cards.png', reply(PNG));
  await pictures();
  expect(await imageOf('Card 1')).toMatch(OURS);
  const left = () =>
    shop.db.query(
      'SELECT picture_tries AS tries FROM supplier_products WHERE awaited_picture <> $1',
      [''],
    );
  expect(await left()).toEqual([{ tries: 2 }]);
  for (let round = 0; round < 6; round += 1) await pictures();
  expect(await left()).toEqual([]);
});

it('an odd address is none, and stops neither the others nor the import', async () => {
  acme.pictures.set('/cards.png', reply(PNG));
  acme.add(21, 2, '//');
  acme.add(22, 2, '/cards.png');
  await imported();
  expect([await imageOf('Card 1'), await imageOf('Card 2')]).toEqual([
    expect.stringContaining('placeholder'),
    expect.stringMatching(OURS),
  ]);
});

it('an image that somebody has set meanwhile stays', async () => {
  acme.pictures.set('/cards.png', reply(PNG));
  acme.add(21, 2, '/cards.png');
  await soukJson(shop, 'catalog', 'import', '--from-shop', acme.name);
  await shop.db.query(
    "UPDATE products SET image = 'https://own.example/a.png' WHERE name = 'Card 1'",
  );
  await pictures();
  expect(await imageOf('Card 1')).toBe('https://own.example/a.png');
});

it('a picture is read once for all who ask at the same time', async () => {
  acme.pictures.set('/cards.png', reply(PNG));
  acme.add(21, 2, '/cards.png');
  await imported();
  const { pathname } = new URL(await imageOf('Card 1'));
  const statements = vi.spyOn(shop.service(Database).manager, 'query');
  const bodies = await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(shop.baseUrl + pathname)).arrayBuffer()),
  );
  expect(bodies.map((body) => Buffer.from(body).equals(PNG))).not.toContain(false);
  const reads = statements.mock.calls.filter(([sql]) => sql.includes('FROM pictures'));
  expect(reads.length).toBeLessThanOrEqual(1);
});

it('an unknown picture is not found', async () => {
  for (const name of ['0'.repeat(32), 'x', '..%2f..%2fetc%2fpasswd', '%00']) {
    expect((await fetch(`${shop.baseUrl}/images/${name}`)).status).toBe(404);
  }
});

it('without room there is none, until those that nothing shows have gone', async () => {
  await shop.db.query(
    `INSERT INTO pictures (name, hash, type, bytes, created_at)
     SELECT md5(n::text), sha256(n::text::bytea), 'image/png', decode(repeat('00', 250), 'hex'), now() - interval '2 days'
     FROM generate_series(1, 4) n`,
  );
  const kept = shop.service(Pictures);
  Object.assign(kept, { maxKeptBytes: 1_000 });
  const used = `/images/${await md5('1')}`;
  const product = await shop.product({ name: 'Shown' });
  await shop.db.query('UPDATE products SET image = $1 WHERE id = $2', [used, product]);
  expect(await kept.add(PNG)).toMatch(/^\/images\//);
  expect(await kept.add(Buffer.concat([PNG, Buffer.alloc(800)]))).toBeUndefined();
  const [left] = await shop.db.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM pictures',
  );
  expect(left?.count).toBe(2);
});

async function md5(text: string): Promise<string> {
  const [row] = await shop.db.query<{ hash: string }>('SELECT md5($1) AS hash', [text]);
  return row!.hash;
}
