import { CategoryService } from '../../src/catalog/editing/category.service.js';
import { ProductService, type ProductSettings } from '../../src/catalog/editing/product.service.js';
import {
  CatalogSearch,
  type SoughtProducts,
} from '../../src/catalog/search/catalog-search.service.js';
import type { WordPlace } from '../../src/database/word-search.js';
import { readBy } from '../support/scans.js';
import { SentStatements } from '../support/sent-statements.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const PRODUCTS = 1_300;
const LIMIT = 100;
/** A page looks at 500 words, each with its product, and then reads the products of the page. */
const MOST_ROWS = 1_100;

/** Every product has two words that begin with "ga", every third is of another category, and every hundredth is a nova. */
const PRODUCTS_OF_ALL = `
  INSERT INTO products (category_id, name, price, product_type, position)
  SELECT CASE WHEN n % 3 = 0 THEN $2 ELSE $3 END::integer,
         CASE WHEN n % 100 = 0 THEN 'Nova' ELSE 'Acme' END || ' Gaming Games ' || n, 1, 'package', n
  FROM generate_series(1, $1::integer) n`;

const REVISION = 'SELECT revision FROM catalog_revision';

let shop: TestShop;
let category: number;
let third: number;

beforeAll(async () => {
  // A shop of its own: what the search reads and finds depends on all words of the catalog.
  shop = await startTestShop();
  category = await shop.category({ name: 'Cards' });
  third = await shop.category({ name: 'Third' });
  await shop.db.query(PRODUCTS_OF_ALL, [PRODUCTS, third, category]);
  await shop.db.query('ANALYZE');
});
afterAll(() => shop.close());

/** The names of all pages, and how many pages there are. */
async function all(sought: SoughtProducts): Promise<{ names: string[]; pages: number }> {
  const names: string[] = [];
  let pages = 0;
  let after: WordPlace | undefined;
  do {
    const { items, next } = await shop.service(CatalogSearch).products(sought, after, LIMIT);
    names.push(...items.map(({ name }) => name));
    after = next ?? undefined;
    pages += 1;
  } while (after);
  return { names, pages };
}
const namesOf = async (text: string): Promise<string[]> => (await all({ text })).names;

/** Adds a product by SQL. */
async function added(name: string): Promise<number> {
  const [row] = await shop.db.query<{ id: number }>(
    `INSERT INTO products (category_id, name, price, product_type, position)
     VALUES ($1, $2, 1, 'package', 1) RETURNING id`,
    [category, name],
  );
  return row!.id;
}

describe('the products of a search', () => {
  it('are found once each, page by page, however many of their words fit', async () => {
    const { names } = await all({ text: 'GA' });
    expect(names).toHaveLength(PRODUCTS);
    expect(new Set(names).size).toBe(PRODUCTS);
    const nova = await all({ text: 'games nov' });
    expect(nova).toMatchObject({ pages: 1 });
    expect(nova.names).toHaveLength(PRODUCTS / 100);
    const ofThird = await all({ text: 'gaming', categoryId: third });
    expect(ofThird.names).toHaveLength(Math.floor(PRODUCTS / 3));
    for (const text of ['', ' ', '%', '\\', '…', 'ames', 'nova acme'])
      expect([text, await namesOf(text)]).toEqual([text, []]);
  });

  it.each([
    ['PUBG 5060UC', ['uc 5060', '5060 uc', '5060uc', 'Pub', '٥٠٦٠']],
    ['Steam–Guthaben «Größe» 10€', ['guthaben', 'grö', '10€', 'GUTHABEN steam']],
    ['İstanbul IŞIK kartı', ['istanbul', 'ISTANBUL', 'ışık', 'KARTI', 'İST']],
    ['بطاقة شحن «ببجي» ٦٠٠٠', ['شحن', 'ببجي', '6000', '٦٠٠٠ بطاقة']],
    ['🎮Roblox🔥❤️ robux', ['🔥', '❤', '❤️', 'roblox', '🎮']],
    ['王者荣耀点券x8080', ['荣耀', '点券', '8080', '王者']],
    ['บัตรเติมเงิน ทรู', ['เติม', 'ทรู']],
    [`${'x'.repeat(150)} tail \u{10ffff}`, ['tail', 'x'.repeat(150), '\u{10ffff}']],
  ])('have names of any script: %s', async (name, texts) => {
    const id = await added(name);
    for (const text of texts) expect([text, await namesOf(text)]).toEqual([text, [name]]);
    await shop.db.query('DELETE FROM products WHERE id = $1', [id]);
    for (const text of texts) expect([text, await namesOf(text)]).toEqual([text, []]);
    expect(await shop.db.query('SELECT FROM catalog_words WHERE item_id = $1', [id])).toEqual([]);
  });

  it('follow a new name, a deletion and a restoration at once, without a revision more', async () => {
    const id = await added('Former name');
    const set = (settings: ProductSettings) =>
      shop.inTransaction((manager) => shop.service(ProductService).change(manager, id, settings));
    const [before] = await shop.db.query<{ revision: string }>(REVISION);
    await set({ name: 'Present name' });
    const [after] = await shop.db.query<{ revision: string }>(REVISION);
    expect(BigInt(after!.revision) - BigInt(before!.revision)).toBe(1n);
    expect([await namesOf('former'), await namesOf('present')]).toEqual([[], ['Present name']]);
    await set({ deleted: true });
    expect(await namesOf('present')).toEqual([]);
    expect((await all({ text: 'present', deleted: true })).names).toEqual(['Present name']);
    await set({ deleted: false });
    expect(await namesOf('name')).toEqual(['Present name']);
    const words = 'SELECT list, word FROM catalog_words WHERE item_id = $1 ORDER BY word';
    expect(await shop.db.query(words, [id])).toEqual([
      { list: 'products', word: 'name' },
      { list: 'products', word: 'present' },
    ]);
    await set({ price: '2' });
    expect(await shop.db.query(words, [id])).toHaveLength(2);
  });

  it('are as they are now, whatever an older word of them says', async () => {
    const id = await added('Zzyzx');
    await shop.db.query('UPDATE products SET deleted_at = now() WHERE id = $1', [id]);
    await shop.db.query(
      "INSERT INTO catalog_words (list, word, item_id) VALUES ('products', 'zzyzx', $1)",
      [id],
    );
    expect(await namesOf('zzyzx')).toEqual([]);
    expect((await all({ text: 'zzyzx', deleted: true })).names).toEqual(['Zzyzx']);
  });

  it('and categories are read by a bounded number of rows', async () => {
    const categories = shop.service(CategoryService);
    const { id } = await shop.inTransaction((manager) =>
      categories.create(manager, 'Game cards', null),
    );
    await shop.inTransaction((manager) => categories.change(manager, id, { name: 'Play cards' }));
    const search = shop.service(CatalogSearch);
    const found = await search.categories('car', undefined, LIMIT);
    expect(found.items.map(({ name }) => name)).toEqual(['Cards', 'Play cards']);
    expect((await search.categories('game', undefined, LIMIT)).items).toEqual([]);

    const sent = new SentStatements();
    for (const text of ['ga', 'games 1', 'nova acme', 'nothing']) {
      const statements = await sent.of(() => search.products({ text }, undefined, LIMIT));
      expect(statements.length).toBeGreaterThan(0);
      for (const statement of statements) {
        const { scans } = await readBy(shop.db, statement);
        expect(scans.filter(({ kind }) => kind === 'Seq Scan')).toEqual([]);
        expect(scans.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(MOST_ROWS);
      }
    }
    sent.end();
  });
});
