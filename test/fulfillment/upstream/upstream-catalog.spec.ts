import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogImportService } from '../../../src/catalog/import/catalog-import.service.js';
import { ProductService } from '../../../src/catalog/editing/product.service.js';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import { SupplierWatch } from '../../../src/fulfillment/upstream/supplier-watch.js';
import { endOwnRounds } from '../../notifications/notifying.js';
import { souk } from '../../support/command-line.js';
import { ListedSupplier } from '../../support/listed-supplier.js';
import { ScriptedShop, type Reply } from '../../support/scripted-shop.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { readInThisProcess } from '../../support/reading-in-this-process.js';

let shop: TestShop;
let supplier: ScriptedShop;
let acme: ListedSupplier;
let theirs: ListedSupplier['theirs'];
let folder: string;
let tests = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-listing-'));
  // A shop of its own: what must not change is the whole catalog, and doctor names the first few suppliers.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  await endOwnRounds(shop);
  supplier = await ScriptedShop.start();
});
afterAll(async () => {
  await Promise.all([shop.close(), supplier.close()]);
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  readInThisProcess();
  acme = await ListedSupplier.add(shop, supplier, `acme-${++tests}`);
  ({ theirs } = acme);
});
// The watch would report each supplier that is left, and doctor names only the first few.
afterEach(() => shop.db.query('DELETE FROM suppliers'));
afterEach(() => vi.restoreAllMocks());

const sync: ListedSupplier['sync'] = (...words) => acme.sync(...words);
const ours = (id: number) => acme.ours(id);
const everything = () => acme.everything();

describe("a supplier's catalog", () => {
  it('is listed with its tree, an exact mark-up, and the supplier as the one who delivers', async () => {
    const into = await shop.category({ name: 'Resold' });
    theirs.set(1, { price: '0.00772255027173913' });
    expect(await sync({ markup: '10', intoCategory: into })).toMatchObject({
      created: 10,
      updated: 0,
      gone: 0,
      returned: 0,
    });

    const { id, price } = await ours(1);
    expect(price).toBe('0.008494805298913043');
    const [row] = await shop.db.query<object>(
      `SELECT category.name, parent.name AS parent, parent.parent_id AS root, fulfillment
       FROM products JOIN categories category ON category.id = category_id
       JOIN categories parent ON parent.id = category.parent_id WHERE products.id = $1`,
      [id],
    );
    expect(row).toEqual({
      name: 'Cards',
      parent: 'Games',
      root: into,
      fulfillment: [{ handler: 'upstream', settings: { supplier: acme.name, product: 1 } }],
    });
  });

  it('is followed in its prices and its new products, and costs nothing when it stays', async () => {
    await sync({ markup: '50' });
    const before = await everything();
    expect(await sync()).toMatchObject({ created: 0, updated: 0, gone: 0, returned: 0 });
    expect(await everything()).toEqual(before);

    theirs.set(3, { price: '2' });
    theirs.set(11, { price: '4' });
    expect(await sync()).toMatchObject({ created: 1, updated: 1 });
    expect([(await ours(3)).price, (await ours(11)).price]).toEqual(['3', '6']);
  });

  it('may miss a product, which is off until it returns', async () => {
    await sync();
    theirs.delete(4);
    theirs.set(5, { price: '1', available: false });
    expect(await sync()).toMatchObject({ gone: 2, returned: 0 });
    expect([(await ours(4)).available, (await ours(5)).available]).toEqual([false, false]);

    theirs.set(4, { price: '3' });
    theirs.set(5, { price: '1' });
    expect(await sync()).toMatchObject({ created: 0, updated: 1, gone: 0, returned: 2 });
    expect(await ours(4)).toMatchObject({ available: true, price: '3' });
    expect(await ours(5)).toMatchObject({ available: true });
  });

  it('has mark-ups by category, of which the nearest counts', async () => {
    const prices = async () => [
      ...new Set([...(await acme.listed()).values()].map((one) => one.price)),
    ];
    await sync({ markup: '10', markupByCategory: new Map([[1, '20']]) });
    expect(await prices()).toEqual(['1.2']);
    await sync({ markupByCategory: new Map([[2, '30.5']]) });
    expect(await prices()).toEqual(['1.305']);
    await sync({
      markupByCategory: new Map([
        [1, null],
        [2, null],
      ]),
    });
    expect(await prices()).toEqual(['1.1']);
    await expect(sync({ markup: 'much' })).rejects.toThrow('a percentage such as');
  });

  it('is read from the products of a shop that has no catalog route', async () => {
    const item = { category_id: 2, category_name: 'Cards', product_type: 'package', params: [] };
    supplier.answer = ({ route }) =>
      route === 'products' ? [{ ...item, id: 1, name: 'One', price: 1 }] : 'missing';
    expect(await sync()).toMatchObject({ created: 1 });
  });

  it('changes nothing in a dry run', async () => {
    await sync();
    const before = await everything();
    theirs.delete(1);
    theirs.set(2, { price: '7' });
    theirs.set(11, { price: '1' });
    const settings = { markup: '900', markupByCategory: new Map([[2, '100']]) };
    expect(await sync(settings, { dryRun: true })).toMatchObject({
      created: 1,
      updated: 9,
      gone: 1,
      returned: 0,
    });
    expect(await everything()).toEqual(before);
  });
});

describe('what the operator has said about a product', () => {
  const product = (id: number) => shop.service(ProductService).get(id);
  const set = (id: number, change: object) =>
    shop.inTransaction((manager) => shop.service(ProductService).change(manager, id, change));

  /** Imports a file that contains the product unchanged. */
  async function imported(id: number): Promise<void> {
    const { out } = await souk(shop, 'catalog', 'export');
    const { products, categories, ...head } = JSON.parse(out) as {
      products: { id: number; available: boolean }[];
      categories: object[];
    };
    const file = join(folder, `${id}.json`);
    const named = products.filter((one) => one.id === id);
    expect(named).toMatchObject([{ available: false }]);
    await writeFile(file, JSON.stringify({ ...head, categories, products: named }));
    await shop
      .service(CatalogImportService)
      .importFile(file, { dryRun: false, hideMissing: false });
  }

  it.each<[string, 'before' | 'while', (id: number) => Promise<unknown>]>([
    ['it was off before it went', 'before', (id) => set(id, { available: false })],
    ['it was switched off while it was off', 'while', (id) => set(id, { available: false })],
    [
      'it was switched on and off again',
      'while',
      async (id) => {
        await set(id, { available: true });
        await set(id, { available: false });
      },
    ],
    [
      'SQL says that it is off',
      'while',
      (id) => shop.db.query('UPDATE products SET available = false WHERE id = $1', [id]),
    ],
  ])('keeps it off when it returns: %s', async (_, when, say) => {
    await sync();
    const { id } = await ours(4);
    if (when === 'before') await say(id);
    theirs.delete(4);
    await sync();
    if (when === 'while') await say(id);
    theirs.set(4, { price: '2' });

    expect(await sync()).toMatchObject({ created: 0, returned: 0 });
    expect(await ours(4)).toEqual({ id, price: '2', available: false });
  });

  it('is nothing where a file says what is so already', async () => {
    await sync();
    const { id } = await ours(4);
    theirs.delete(4);
    await sync();
    await imported(id);
    theirs.set(4, { price: '2' });

    expect(await sync()).toMatchObject({ created: 0, returned: 1 });
    expect(await ours(4)).toEqual({ id, price: '2', available: true });
  });

  it('keeps it deleted or hidden, and makes no new one of it', async () => {
    await sync();
    const [deleted, wiped, hidden] = [await ours(4), await ours(5), await ours(6)];
    await set(deleted.id, { deleted: true });
    await shop.db.query('DELETE FROM products WHERE id = $1', [wiped.id]);
    await souk(shop, 'visibility', 'hide', '--product', String(hidden.id));
    for (const id of [4, 5, 6]) theirs.delete(id);
    await sync();
    for (const id of [4, 5, 6]) theirs.set(id, { price: '1' });

    expect(await sync()).toMatchObject({ created: 0 });
    expect([...(await acme.listed()).keys()]).toEqual([1, 2, 3, 6, 7, 8, 9, 10]);
    expect((await product(deleted.id)).deletedAt).not.toBeNull();
    expect(
      await shop.db.query('SELECT visible FROM visibility_rules WHERE product_id = $1', [
        hidden.id,
      ]),
    ).toEqual([{ visible: false }]);
  });

  it('leaves its name and place alone, and all of it once somebody else delivers it', async () => {
    await sync();
    const [renamed, bought, shared] = [await ours(4), await ours(5), await ours(6)];
    await set(renamed.id, { name: 'Mine' });
    const upstream = `upstream supplier=${acme.name} product=6`;
    await souk(shop, 'delivery', 'set', String(bought.id), '--by', 'manual');
    await souk(shop, 'delivery', 'set', String(shared.id), '--by', upstream, '--by', 'manual');
    theirs.set(4, { price: '2' });
    theirs.set(5, { price: '2' });
    theirs.set(6, { price: '2' });
    expect(await sync()).toMatchObject({ updated: 2 });
    expect(await product(renamed.id)).toMatchObject({ name: 'Mine' });
    theirs.delete(5);
    theirs.delete(6);
    expect(await sync()).toMatchObject({ gone: 0 });

    expect(await ours(5)).toMatchObject({ price: '1', available: true });
    expect(await ours(6)).toMatchObject({ price: '2', available: true });
  });

  it('keeps everything new out of a category that was deleted', async () => {
    await sync();
    const [{ category_id: category }] = (await shop.db.query<{ category_id: number }>(
      'SELECT category_id FROM products WHERE id = $1',
      [(await ours(1)).id],
    )) as [{ category_id: number }];
    await shop.db.query('UPDATE categories SET deleted_at = now() WHERE id = $1', [category]);
    theirs.set(11, { price: '1' });
    const below = { id: 12, name: 'Below', price: 1, product_type: 'package', params: [] };
    supplier.answer = () => acme.catalog([{ id: 3, name: 'New', products: [below] }]);

    expect(await sync()).toMatchObject({ created: 0 });
  });
});

describe('an answer that cannot be believed', () => {
  const few = (count: number) => {
    for (const id of [...theirs.keys()].slice(count)) theirs.delete(id);
  };

  it('changes nothing when most of the catalog is gone, until the operator insists', async () => {
    await sync();
    few(4);
    const before = await everything();
    await expect(sync({ markup: '5' })).rejects.toThrow('only 4 of the 10 products');
    expect(await everything()).toEqual(before);
    const { out } = await souk(shop, 'doctor');
    expect(out).toMatch(new RegExp(`warn +suppliers: .*${acme.name} \\(.*lists only 4 of the 10`));

    expect(await sync({}, { dryRun: false, force: true })).toMatchObject({ gone: 6 });
    expect((await souk(shop, 'doctor')).out).not.toMatch(`${acme.name} (`);
  });

  it('is believed when half of the catalog is gone', async () => {
    await sync();
    few(5);
    expect(await sync()).toMatchObject({ gone: 5 });
  });

  const item = { id: 1, name: 'Item 1', price: 1, product_type: 'package' };
  const listing = (change: object) => ({
    status: 'OK',
    categories: [{ id: 2, name: 'Cards', products: [{ ...item, ...change }] }],
  });
  const broken: Record<string, Reply> = {
    'a cut line': 'cut',
    HTML: '<html>Hello</html>',
    'half a catalog': '{"status":"OK","categories":[{"id":1,"name":"Ga',
    nothing: '',
    'an error': { status: 'ERROR', code: 121, message: 'token' },
    'an empty catalog': { status: 'OK', categories: [] },
    'an empty list': [],
    'something else': { status: 'OK' },
    'a broken price': listing({ price: 'NaN' }),
    'another currency': listing({ currency: 'TRY' }),
  };
  it.each(Object.keys(broken))('changes nothing: %s', async (what) => {
    await sync();
    const before = await everything();
    supplier.answer = () => broken[what]!;
    await expect(sync({ markup: '5' })).rejects.toThrow();

    expect(await everything()).toEqual(before);
    const { syncError } = await shop.service(SupplierService).get(acme.name);
    expect(syncError).not.toBe('');
  });
});

describe('the schedule', () => {
  const looked = async () => {
    supplier.calls.length = 0;
    await shop.service(SupplierWatch).run();
    return supplier.calls.filter(({ route }) => route === 'catalog').length;
  };

  it('looks when it is time, and no more once it is off', async () => {
    expect(await looked()).toBe(0);
    await souk(shop, 'supplier', 'sync', acme.name, '--every', '5', '--markup', '10');
    expect(await looked()).toBe(1);
    expect((await ours(1)).price).toBe('1.1');
    expect(await looked()).toBe(0);
    await shop.db.query("UPDATE suppliers SET synced_at = now() - interval '6 minutes'");
    expect(await looked()).toBe(1);
    await shop.db.query("UPDATE suppliers SET synced_at = now() - interval '6 minutes'");
    await souk(shop, 'supplier', 'sync', acme.name, '--off');
    expect(await looked()).toBe(0);
  });
});
