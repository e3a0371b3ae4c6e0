import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogDifference } from '../../../src/catalog/import/catalog-difference.js';
import type { CatalogExportService } from '../../../src/catalog/import/catalog-export.service.js';
import type {
  CatalogImportService,
  ImportOptions,
} from '../../../src/catalog/import/catalog-import.service.js';
import type { CatalogFile } from '../../../src/catalog/import/reading/catalog-file.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import type { TestDatabase } from '../../support/test-database.js';
import { importsAllOrNothing } from './large-import.js';
import { acceptingUnusual } from '../../support/accepting-unusual.js';
import { openImports, type OpenedImports } from './opened-imports.js';

const NOTHING = { created: 0, updated: 0, unchanged: 0, hidden: 0, shown: 0 };
const WRITE = { dryRun: false, hideMissing: false };
const DEMO_SHOP = new URL('../../../examples/demo-shop/catalog.json', import.meta.url).pathname;
const GAMES = { id: 10, parent_id: null, name: 'Games' };
const UC = { id: 20, parent_id: 10, name: 'UC' };
const PRODUCT = {
  id: 1001,
  category_id: 20,
  name: '60 UC',
  price: '0.89',
  product_type: 'amount',
  qty_values: { min: '1', max: '50' },
  fields: [{ name: 'playerId' }],
};

describe('catalog import', () => {
  let opened: OpenedImports;
  let folder: string;
  let db: TestDatabase;
  let imports: CatalogImportService;
  let exports: CatalogExportService;

  beforeAll(async () => {
    // A shop of its own: files are imported into an empty catalog.
    opened = await openImports();
    ({ folder, db, imports, exports } = opened);
  });
  beforeEach(() => opened.empty());
  afterAll(() => opened.close());

  /** Imports the text, or the object in our format. */
  async function importText(
    content: string | { categories: object[]; products: object[] },
    options: Partial<ImportOptions> = {},
  ): Promise<CatalogDifference> {
    const path = join(folder, 'catalog');
    const ours = (items: object) =>
      JSON.stringify({ format: 'souk-catalog', version: 1, ...items });
    await writeFile(path, typeof content === 'string' ? content : ours(content));
    return acceptingUnusual((accepted) =>
      imports.importFile(path, { ...WRITE, ...options, ...accepted }),
    );
  }

  /** Every row of every table that an import may touch, and the revision. */
  async function everything(): Promise<unknown[]> {
    const tables = ['categories', 'products', 'visibility_rules', 'catalog_revision'];
    return Promise.all(
      tables.map((table) => db.query(`SELECT item::text FROM ${table} item ORDER BY 1`)),
    );
  }

  const rules = () =>
    db.query(
      `SELECT category_id, product_id, visible, origin FROM visibility_rules
       WHERE account_id IS NULL AND group_id IS NULL ORDER BY category_id, product_id`,
    );

  it('writes what the file says, and nothing a second time', async () => {
    expect(await importText({ categories: [UC, GAMES], products: [PRODUCT] })).toEqual({
      categories: { ...NOTHING, created: 2 },
      products: { ...NOTHING, reordered: 0, created: 1 },
      samples: ['+ category 10 "Games"', '+ category 20 "UC"', '+ product 1001 "60 UC"'],
    });
    const [product] = await db.query(
      'SELECT *, price::text, qty_values::text, fields::text FROM products',
    );
    expect(product).toEqual({
      id: 1001,
      category_id: 20,
      name: '60 UC',
      fulfillment: [],
      price: '0.890000000000000000',
      available: true,
      product_type: 'amount',
      qty_values: '{"min":"1","max":"50"}',
      fields: '[{"name":"playerId","label":"playerId","type":"string","required":true}]',
      image: null,
      position: 1,
      codes_per_piece: 20,
      delivers_codes: null,
      demo: false,
      deleted_at: null,
    });
    const before = await everything();
    const second = await importText({ categories: [UC, GAMES], products: [PRODUCT] });
    expect(second).toEqual({
      categories: { ...NOTHING, unchanged: 2 },
      products: { ...NOTHING, reordered: 0, unchanged: 1 },
      samples: [],
    });
    expect(await everything()).toEqual(before);
  });

  it('says what a change would be without making it, then makes it', async () => {
    await importText({ categories: [GAMES, UC], products: [PRODUCT] });
    const before = await everything();
    const change = {
      categories: [GAMES, { ...UC, parent_id: null }],
      products: [
        { ...PRODUCT, price: '0.950', available: false, qty_values: null },
        { ...PRODUCT, id: 1002 },
      ],
    };
    const expected = {
      categories: { ...NOTHING, updated: 1, unchanged: 1 },
      products: { ...NOTHING, reordered: 0, created: 1, updated: 1 },
      samples: [
        '~ category 20 "UC": parent_id 10 -> none',
        '~ product 1001 "60 UC": price 0.89 -> 0.95, available true -> false,' +
          ' qty_values {"min":"1","max":"50"} -> none',
        '+ product 1002 "60 UC"',
      ],
    };
    expect(await importText(change, { dryRun: true })).toEqual(expected);
    expect(await everything()).toEqual(before);
    expect(await importText(change)).toEqual(expected);
    const rows = await db.query('SELECT id, price::text AS price FROM products ORDER BY id');
    expect(rows).toEqual([
      { id: 1001, price: '0.950000000000000000' },
      { id: 1002, price: '0.890000000000000000' },
    ]);
  });

  it('lists products apart whose fields change their order', async () => {
    const fields = ['playerId', 'Zone'].map((name) => ({ name }));
    const other = { ...PRODUCT, id: 1002, name: 'Other', price: '1', fields };
    const third = { ...other, id: 1003, name: 'Third' };
    const categories = [GAMES, UC];
    await importText({ categories, products: [PRODUCT, other, third] });
    const products = [
      { ...PRODUCT, price: '1', fields },
      { ...other, fields: fields.toReversed() },
      { ...third, fields: [...fields, { name: 'Level' }] },
    ];
    const { samples, ...counts } = await importText({ categories, products });
    expect(counts.products).toEqual({ ...NOTHING, updated: 3, reordered: 1 });
    expect(samples[0]).toBe('! product 1002 "Other": its fields change their order');
    expect(samples).toHaveLength(4);
  });

  it('hides what is missing only when asked, and shows it again when it is back', async () => {
    const other = { ...PRODUCT, id: 1002, name: 'Other' };
    await importText({ categories: [GAMES, UC], products: [PRODUCT, other] });
    await importText({ categories: [GAMES, UC], products: [PRODUCT] });
    expect(await rules()).toEqual([]);
    const missing = { categories: [GAMES, UC], products: [PRODUCT] };
    const hidden = await importText(missing, { hideMissing: true });
    expect(hidden.products).toEqual({ ...NOTHING, reordered: 0, unchanged: 1, hidden: 1 });
    expect(hidden.samples).toEqual([
      '- product 1002 "Other": hidden, because it is not in the file',
    ]);
    expect(await rules()).toEqual([
      { category_id: null, product_id: 1002, visible: false, origin: 'import' },
    ]);
    const again = await importText(missing, { hideMissing: true });
    expect(again.products).toEqual({ ...NOTHING, reordered: 0, unchanged: 1 });
    const back = await importText({ categories: [GAMES, UC], products: [PRODUCT, other] });
    expect(back.products).toEqual({ ...NOTHING, reordered: 0, unchanged: 2, shown: 1 });
    expect(back.samples).toEqual(['+ product 1002 "Other": shown again']);
    expect(await rules()).toEqual([]);
  });

  it('hides nothing for testing, however far below its category it stands', async () => {
    await importText({ categories: [GAMES, UC], products: [PRODUCT] });
    const rows = new ShopRows(db);
    const testing = await rows.category({ testingOnly: true });
    const below = await rows.category({ parentId: await rows.category({ parentId: testing }) });
    for (const categoryId of [testing, below]) await rows.product({ categoryId });
    const file = { categories: [GAMES, UC], products: [PRODUCT] };
    const { categories, products } = await importText(file, { hideMissing: true });
    expect([categories.hidden, products.hidden]).toEqual([0, 0]);
    expect(await rules()).toEqual([]);
    expect((await exports.export()).products.map(({ id }) => id)).toEqual([PRODUCT.id]);
  });

  it("never touches an operator's rules", async () => {
    const other = { ...PRODUCT, id: 1002 };
    await importText({ categories: [GAMES, UC], products: [PRODUCT, other] });
    await db.query(`INSERT INTO visibility_rules (product_id, visible) VALUES (1001, false)`);
    await db.query(`INSERT INTO visibility_rules (product_id, visible) VALUES (1002, true)`);
    const before = await rules();
    const file = { categories: [GAMES, UC], products: [PRODUCT] };
    const { products } = await importText(file, { hideMissing: true });
    expect(products).toEqual({ ...NOTHING, reordered: 0, unchanged: 1 });
    expect(await rules()).toEqual(before);
  });

  it('brings deleted items back, and leaves deleted ones that it does not name', async () => {
    await importText({ categories: [GAMES, UC], products: [PRODUCT, { ...PRODUCT, id: 1002 }] });
    await db.query('UPDATE products SET deleted_at = now()');
    const file = { categories: [GAMES, UC], products: [PRODUCT] };
    const { products, samples } = await importText(file, { hideMissing: true });
    expect(products).toEqual({ ...NOTHING, reordered: 0, updated: 1 });
    expect(samples).toEqual(['~ product 1001 "60 UC": no longer deleted']);
    const deleted = await db.query('SELECT id FROM products WHERE deleted_at IS NOT NULL');
    expect(deleted).toEqual([{ id: 1002 }]);
  });

  it('moves the sequences above the ids of the file, never back', async () => {
    const nextCategory = () =>
      db.query(`INSERT INTO categories (name) VALUES ('next') RETURNING id`);
    await importText({ categories: [GAMES, { ...UC, id: 5_000 }], products: [] });
    expect(await nextCategory()).toEqual([{ id: 5_001 }]);
    await db.query('DELETE FROM categories WHERE id >= 5000');
    await importText({ categories: [{ ...GAMES, id: 11 }], products: [] });
    expect(await nextCategory()).toEqual([{ id: 5_002 }]);
  });

  it('loads the demo shop as demo, and leaves it so when a file names its items', async () => {
    const { products } = await imports.importFile(DEMO_SHOP, {
      ...WRITE,
      demo: true,
    });
    expect(products.created).toBeGreaterThanOrEqual(600);
    const demo = () => db.query('SELECT count(*)::integer AS count FROM products WHERE demo');
    expect(await demo()).toEqual([{ count: products.created }]);
    const file = JSON.parse(await readFile(DEMO_SHOP, 'utf8')) as CatalogFile;
    const [first] = file.products;
    const dearer = { ...first!, price: '77' };
    const changed = await importText({ categories: [...file.categories], products: [dearer] });
    expect(changed.products).toEqual({ ...NOTHING, reordered: 0, updated: 1 });
    expect(changed.samples).toHaveLength(1);
    expect(changed.samples[0]).toMatch(/: price \S+ -> 77$/);
    expect(await demo()).toEqual([{ count: products.created }]);
  });

  it('exports what it imports, without what hangs below a deleted category', async () => {
    await imports.importFile(DEMO_SHOP, WRITE);
    const exported = await exports.export();
    const { products, categories } = await importText(JSON.stringify(exported));
    expect(categories).toEqual({ ...NOTHING, unchanged: exported.categories.length });
    expect(products).toEqual({ ...NOTHING, reordered: 0, unchanged: exported.products.length });
    await db.query('UPDATE categories SET deleted_at = now() WHERE parent_id IS NULL');
    expect(await exports.export()).toMatchObject({ categories: [], products: [] });
  });

  it('finds the categories of a CSV by name and makes the others', async () => {
    await importText({ categories: [GAMES, UC], products: [PRODUCT] });
    const csv = 'id,category,name,price,product_type,qty_min,qty_max,params\n';
    const { categories, products } = await importText(
      `${csv}1001,Games > UC,60 UC,0.89,amount,1,50,playerId\n7,Games > Cards > USA,Card,5,,,,\n`,
    );
    expect(categories).toEqual({ ...NOTHING, created: 2, unchanged: 2 });
    expect(products).toEqual({ ...NOTHING, reordered: 0, created: 1, unchanged: 1 });
    const made = await db.query('SELECT id, parent_id, name FROM categories ORDER BY id OFFSET 2');
    expect(made).toEqual([
      { id: 21, parent_id: 10, name: 'Cards' },
      { id: 22, parent_id: 21, name: 'USA' },
    ]);
    expect(await db.query('SELECT category_id FROM products WHERE id = 7')).toEqual([
      { category_id: 22 },
    ]);
  });

  it('keeps every digit of the answer of another shop', async () => {
    const product = `{"id":5,"name":"x","price":0.00772255027173913,"currency":"USD",
      "category_id":3,"category_name":"UC","product_type":"package","qty_values":null,"params":[]}`;
    await importText(`[${product}]`);
    const [row] = await db.query('SELECT trim_scale(price)::text AS price FROM products');
    expect(row).toEqual({ price: '0.00772255027173913' });
  });

  it('lets imports take turns', async () => {
    const file = { categories: [GAMES, UC], products: [PRODUCT] };
    const both = await Promise.all([importText(file), importText(file)]);
    const created = both.map(({ products }) => products.created);
    expect(created.sort()).toEqual([0, 1]);
  });

  it('imports 1,200 products, and nothing of a file whose row 1,101 is broken', () =>
    importsAllOrNothing(opened, 1_200, 1_101));

  it('refuses a chain of categories with the row named, a dry run too', async () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => index + 1);
    const categories = ids.map((id) => ({ id, parent_id: id === 1 ? null : id - 1, name: 'x' }));
    for (const dryRun of [true, false]) {
      await expect(importText({ categories, products: [] }, { dryRun })).rejects.toThrow(
        'row 101 (category 101): the category stands more than 100 levels deep',
      );
    }
    expect(await db.query('SELECT FROM categories')).toEqual([]);
  });
});
