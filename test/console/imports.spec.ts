import { connect } from 'node:net';
import { Client } from 'pg';
import { newSecretKey } from '../../src/common/secret-box.js';
import { operatorBrowser } from '../support/console-operator.js';
import { ShownPage, type TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { FORM, IMPORTS, multipart, type Sent } from './multipart.js';
import { changesBy, newestEntry } from './changes-by.js';

const CSV = 'id,category,name,price\n7001,Games,60 <UC>,0.89\n7002,Games,325 UC,4.5\n';

let shop: TestShop;
let ada: TestBrowser;
let began: string;

beforeAll(async () => {
  // A shop of its own: an import compares, and a case empties, the whole catalog.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  ada = await operatorBrowser(shop, 'owner', 'ada');
});
afterAll(() => shop.close());
// What is still read takes the place of an upload of the next case.
afterEach(() =>
  until(async () => {
    const working = "SELECT FROM catalog_imports WHERE state IN ('reading', 'comparing')";
    return (await shop.db.query(working)).length === 0;
  }),
);
beforeEach(async () => {
  await shop.db.query('DELETE FROM catalog_imports; DELETE FROM products; DELETE FROM categories');
  began = await newestEntry(shop);
});

function send(body: string, by = ada, headers: Record<string, string> = FORM) {
  return by.ask(IMPORTS, { method: 'POST', headers, body });
}

/** Uploads a file and waits until it is neither read nor compared any more. */
async function uploaded(content: string, sent: Sent = {}): Promise<ShownPage> {
  // Uploads of a test before may still be read.
  const { status, headers } = await until(async () => {
    const answer = await send(multipart(content, sent));
    return answer.status === 429 ? undefined : answer;
  });
  expect(status).toBe(303);
  return settled(new URL(headers.location ?? '', `http://shop.invalid${IMPORTS}`).pathname);
}

/** The page of an upload, when it is not shown again by itself any more. */
function settled(path: string): Promise<ShownPage> {
  return until(async () => {
    const page = await ada.open(path);
    expect(page.status).toBe(200);
    return page.answer.headers.refresh === undefined ? page : undefined;
  });
}

/** Applies what the page shows, behind the page. */
async function applied(page: ShownPage): Promise<ShownPage> {
  const { status, path } = await ada.send(page, 'apply');
  expect(status).toBe(200);
  return settled(path);
}

async function refusal(body: string, headers: Record<string, string> = FORM) {
  const page = new ShownPage(IMPORTS, await send(body, ada, headers));
  return [page.status, page.text] as const;
}

/** Stores the catalog of the file, as if it had been uploaded and applied. */
async function stored(): Promise<void> {
  const categoryId = await shop.category({ name: 'Games' });
  await shop.product({ id: 7001, name: '60 <UC>', price: '0.89', categoryId });
  await shop.product({ id: 7002, name: '325 UC', price: '4.5', categoryId });
}

const prices = () =>
  shop.db.query<{ id: number; price: string }>(
    'SELECT id, trim_scale(price)::text AS price FROM products ORDER BY id',
  );

/** Holds the lock that imports take, for as long as the client is connected. */
async function lockedCatalog(): Promise<Client> {
  const client = new Client({ connectionString: shop.db.directUrl });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE products IN SHARE ROW EXCLUSIVE MODE');
  return client;
}

describe('an uploaded catalog', () => {
  it('is compared, shown and applied once', async () => {
    const page = await uploaded(CSV, { name: 'нов<b>.csv' });
    expect(page.title).toContain('нов<b>.csv');
    expect(page.answer.text).not.toContain('<b>');
    expect(page.text).toContain('All 3 created 3 the same 0');
    expect(page.text).toContain('60 <UC>');
    expect(await prices()).toEqual([]);
    const [once, twice, later] = [await applied(page), await applied(page), await applied(page)];
    const texts = [once, twice, later].map(({ text }) => text.includes('is applied.'));
    expect(texts).toEqual([true, true, true]);
    expect((await prices()).map(({ price }) => price)).toEqual(['0.89', '4.5']);
    // The entry is finished behind the page.
    const changes = await until(async () => {
      const found = await changesBy(shop, 'ada', 'catalog import', began);
      return found.length > 0 ? found : undefined;
    });
    expect(changes).toHaveLength(1);
    expect(await changesBy(shop, 'ada', 'catalog upload', began)).toHaveLength(1);
    expect((await ada.go(await ada.open(IMPORTS), 'нов<b>.csv')).text).toContain('applied');
  });

  it('is taken back from its page, which then says so, and not a second time', async () => {
    const done = await applied(await uploaded(CSV));
    expect(done.text).toContain('leaves the catalog as it is');
    const entry = await ada.go(done, 'Take the import back …');
    const asked = await ada.send(entry, 'take-back');
    expect(asked.text).toMatch(/Goes back: 3\. .*new products, is deleted; orders of it stay\./);
    const back = await ada.send(asked, 'take-back');
    expect(back.text).toMatch(/Taken back\..*This change was taken back\./);
    expect(() => back.form('take-back')).toThrow();
    expect(await shop.db.query('SELECT FROM products WHERE deleted_at IS NULL')).toEqual([]);
    const shown = await ada.open(done.path);
    expect(shown.text).toContain('The import was taken back.');
    expect(shown.text).not.toContain('is applied.');
    const late = await ada.send(asked, 'take-back', { confirmed: [] });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('Nothing goes back')]);
    // Whoever takes the taking back itself back has the import again.
    const undone = await ada.send(await ada.go(back, 'By whom, and what went back'), 'take-back');
    await ada.send(undone, 'take-back');
    expect((await ada.go(await ada.open(done.path), 'Take the import back …')).status).toBe(200);
  });

  it('is applied only as it was shown, and compared again', async () => {
    await stored();
    const page = await uploaded(CSV.replace('0.89', '0.95'));
    expect(page.text).toContain('changed 60 <UC> product 7001 0.89 USD then 0.95 USD +6.74 %');
    await shop.db.query("UPDATE products SET name = 'other' WHERE id = 7001");
    const late = await applied(page);
    expect(late.text).toContain('Not applied The catalog has changed meanwhile');
    expect((await prices())[0]?.price).toBe('0.89');
    const compared = await settled((await ada.send(late, 'compare')).path);
    expect(compared.text).toContain('other');
    expect(compared.text).not.toContain('Not applied');
    // The difference of the page before is not shown any more.
    expect((await ada.send(page, 'apply')).status).toBe(409);
    await applied(compared);
    expect((await prices())[0]?.price).toBe('0.95');
  });

  it('with unusual prices is marked, and is applied by their number alone', async () => {
    const categoryId = await shop.category({ name: 'Games' });
    const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((place) => 7000 + place);
    for (const id of ids) await shop.product({ id, name: `Card ${id}`, price: '1', categoryId });
    const page = await uploaded(
      `id,price\n${ids.map((id) => `${id},${id > 7009 ? 1.1 : 0.1}`).join('\n')}\n`,
    );
    expect(page.text).toContain('Unusual changes: 9 (prices that change by more than 30 %: 9');
    expect(page.text.match(/great change/g)).toHaveLength(9);
    // Those alone that are unusual, or have no more kinds than there are.
    const unusual = await ada.go(page, 'Unusual 9');
    expect(unusual.root.querySelectorAll('tbody tr')).toHaveLength(9);
    expect(unusual.text).not.toContain('Card 7010');
    expect(() => page.link('created')).toThrow();
    for (const typed of [{}, { accept_unusual: '10' }]) {
      const refused = await ada.send(page, 'apply', typed);
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('exactly 9')]);
    }
    expect(new Set((await prices()).map(({ price }) => price))).toEqual(new Set(['1']));
    const applying = await ada.send(page, 'apply', { accept_unusual: '9' });
    expect((await settled(applying.path)).text).toContain('is applied.');
    expect((await prices()).map(({ price }) => price).slice(8)).toEqual(['0.1', '1.1']);
  });

  it('says that it is being applied, and then why it was not', async () => {
    const page = await uploaded(CSV);
    const held = await lockedCatalog();
    const applying = await ada.send(page, 'apply');
    expect(applying.text).toMatch(/being applied.*Rows applied/);
    expect(applying.answer.headers.refresh).toBe('2');
    expect(applying.root.querySelectorAll('main form')).toEqual([]);
    expect((await ada.send(page, 'apply')).text).toContain('being applied');
    expect((await ada.send(page, 'discard')).status).toBe(409);
    const given = await settled(page.path);
    await held.end();
    expect(given.text).toMatch(/ready Not applied It could not be finished/);
    expect((await applied(given)).text).toContain('is applied.');
  });

  it('was cut off by the end of its server, and is applied again', async () => {
    const page = await uploaded(CSV);
    const heardOf = (seconds: number) =>
      shop.db.query(`UPDATE catalog_imports SET applying = true,
        active_at = now() - interval '${seconds} seconds'`);
    await heardOf(0);
    expect((await ada.open(page.path)).text).toContain('being applied');
    await heardOf(30);
    const cut = await ada.open(page.path);
    expect(cut.text).toMatch(/ready Not applied It could not be finished/);
    expect((await applied(cut)).text).toContain('is applied.');
    expect(await prices()).toHaveLength(2);
  });

  it('hides what is missing where that was ticked, and takes other separators', async () => {
    await stored();
    const fields = { separator: 'semicolon', hide_missing: 'true' };
    const list = 'id;category;name;price\n7001;Games;60 <UC>;0.89\n';
    const page = await uploaded(list, { fields });
    expect(page.text).toContain('All 1 hidden 1 Unusual 1 the same 2');
    const hidden = await ada.go(page, 'hidden 1');
    expect(hidden.text).toContain('hidden vanishes 325 UC product 7002');
    const none = await ada.open(`${page.path}?kind=created`);
    expect(none.text).toContain('No change is of this kind.');
    expect((await ada.open(`${page.path}?kind=other`)).status).toBe(422);
    expect((await uploaded(list)).text).toContain('by semicolons; choose that separator');
    expect((await ada.open(IMPORTS)).text).toContain('Without qty_min and qty_max, an order takes');
  });

  it('is refused with the reason, and forgotten', async () => {
    const page = await uploaded('id,category,name,price\n7001,Games,UC,cheap\n');
    expect(page.text).toMatch(/refused.*price/);
    const list = await ada.send(page, 'discard');
    expect(list.text).toContain('The upload is deleted.');
    expect((await ada.open(page.path)).status).toBe(404);
  });

  it('has a difference in pages, also of one kind', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => `${8000 + row},Games,Card ${row},1\n`);
    const page = await uploaded(`id,category,name,price\n${rows.join('')}`);
    expect((await ada.go(page, 'Next page')).text).toContain('Card 59');
    const created = await ada.go(await ada.go(page, 'created 61'), 'Next page');
    expect(created.text).toContain('Card 59');
    expect(created.text).not.toContain('Card 10 ');
    expect((await ada.go(created, 'Save as CSV')).answer.text).toContain('Card 10');
  });

  it('tells each value by its label, and none as JSON', async () => {
    await stored();
    const fields = JSON.stringify([{ name: 'player', label: 'Player id', required: true }]);
    const quoted = `"${fields.replaceAll('"', '""')}"`;
    const page = await uploaded(
      `id,name,available,product_type,qty_min,qty_max,fields\n7001,1.50,no,package,2,9,${quoted}\n`,
    );
    const text = page.text.replaceAll(/[\u2068\u2069]/g, '');
    expect(text).toContain('name: 60 <UC> then 1.50');
    expect(text).toContain('available: yes then no');
    expect(text).toContain('any quantity between two bounds (amount) then whole pieces (package)');
    expect(text).toContain('fields › 1 › label: Player id');
    expect(text).not.toMatch(/[{}[\]]|qty_|product_type/);
  });
});

describe('a form', () => {
  it('needs a file, and a form that can be read', async () => {
    expect(await refusal(multipart('', { name: '' }))).toEqual([
      422,
      expect.stringContaining('Please choose a file.'),
    ]);
    const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await refusal('separator=comma', urlencoded))[0]).toBe(422);
    expect((await refusal(CSV, { 'Content-Type': 'text/csv' }))[0]).toBe(400);
    expect((await refusal(multipart(CSV, {}).slice(0, -20)))[0]).toBe(408);
    const wrong = multipart(CSV, { fields: { separator: 'x', hide_missing: 'true' } });
    const page = new ShownPage(IMPORTS, await send(wrong));
    expect(page.status).toBe(422);
    expect(page.form('imports').querySelector('[name=hide_missing]')?.attributes.checked).toBe('');
  });

  it('that never ends takes a place, and gives it back when its sender has gone', async () => {
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { hostname, port } = new URL(shop.baseUrl);
    const sockets = [1, 2].map(() => connect(Number(port), hostname));
    for (const socket of sockets) {
      const begun = multipart('id,category,name,price\n', {}).slice(0, -30);
      socket.write(
        `POST ${IMPORTS} HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\n` +
          `Content-Type: ${FORM['Content-Type']}\r\nContent-Length: 100000\r\n\r\n${begun}`,
      );
    }
    const isAnswered = (status: number) => async () =>
      (await send(multipart(CSV, {}))).status === status ? true : undefined;
    await until(isAnswered(429));
    for (const socket of sockets) socket.destroy();
    await until(isAnswered(303));
  });

  it('is taken of those only who may import, and of our own pages', async () => {
    const viewer = await operatorBrowser(shop, 'viewer');
    const list = await viewer.open(IMPORTS);
    expect([list.status, list.root.querySelectorAll('main form')]).toEqual([200, []]);
    expect((await send(multipart(CSV, {}), viewer)).status).toBe(403);
    const elsewhere = { ...FORM, 'Sec-Fetch-Site': 'cross-site' };
    expect((await send(multipart(CSV, {}), ada, elsewhere)).status).toBe(403);
    expect(await shop.db.query('SELECT FROM catalog_imports')).toEqual([]);
  });
});

describe('the catalog', () => {
  it('is a file, as CSV and as JSON', async () => {
    await stored();
    const csv = await ada.ask('/console/catalog/export?format=csv');
    expect(csv.headers['content-disposition']).toBe('attachment; filename="catalog.csv"');
    // With the mark by which Excel knows UTF-8.
    expect(csv.text).toMatch(/^\ufeff"id","category_id","category",/);
    expect(csv.text).toContain('7001');
    const page = await uploaded(csv.text);
    expect(page.text).toContain('The catalog is the same already.');
    const { json } = await ada.ask('/console/catalog/export?format=json');
    expect(json).toMatchObject({ format: 'souk-catalog' });
    expect((await ada.open('/console/catalog/export?format=xml')).status).toBe(422);
    const template = await ada.ask('/console/catalog/export?format=template');
    expect(template.headers['content-disposition']).toBe(
      'attachment; filename="catalog-template.csv"',
    );
    expect((await uploaded(template.text)).text).toContain('has neither categories nor products.');
    expect((await ada.open(IMPORTS)).text).toContain('id and price are enough');
  });
});
