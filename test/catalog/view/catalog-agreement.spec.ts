import {
  ask,
  flattened,
  walk,
  type Category,
  type Content,
  type Node,
  type Product,
} from '../../support/catalog-walk.js';
import { textsOf } from '../../support/exact-json.js';
import { storedCatalog, workerLayeredShop, type LayeredShop } from '../../support/layered-shop.js';
import { NaiveCatalog } from '../../support/naive-catalog.js';
import type { TestAccount } from '../../support/test-shop.js';

const NAMES = ['gold', 'silver', 'plain'] as const;
/** What each account sees. The three differ, so the comparison is meaningful. */
const COUNTS = { gold: [15, 37], silver: [11, 26], plain: [14, 36] } as const;

let layered: LayeredShop;

beforeAll(async () => {
  layered = await workerLayeredShop();
});

describe.each(NAMES)('for %s', (name) => {
  let account: TestAccount;
  let walked: Content;
  let categories: string[];
  let products: string[];

  beforeAll(async () => {
    account = layered[name];
    walked = await walk(account);
    categories = textsOf(walked.categories);
    products = textsOf(walked.products);
  });

  it('walking content finds what a plain reading of the rules finds, at the same prices', async () => {
    const [row] = await layered.shop.db.query<{ groupId: number | null; shown: boolean }>(
      'SELECT group_id AS "groupId", show_unavailable AS shown FROM accounts WHERE id = $1',
      [account.id],
    );
    const naive = new NaiveCatalog(await storedCatalog(layered.shop.db), {
      accountId: account.id,
      groupId: row!.groupId,
      showUnavailable: row!.shown,
      testing: false,
    });

    expect([categories.length, products.length]).toEqual(COUNTS[name]);
    expect(walked.categories.map(({ id }) => Number(id.rawJSON))).toEqual(naive.categoryIds());
    expect(
      walked.products.map(({ id, price }) => ({ id: Number(id.rawJSON), price: price.rawJSON })),
    ).toEqual(naive.listedProducts());
  });

  it('every product names the category that it was found in', async () => {
    for (const category of walked.categories) {
      const { products: direct } = (await ask(
        account,
        `content/${category.id.rawJSON}`,
      )) as Content;
      for (const product of direct) {
        expect(product).toMatchObject({
          parent_id: category.id,
          category_id: category.id,
          category_name: category.name,
        });
      }
    }
  });

  it('products and products-wrapped list the same products', async () => {
    const bare = (await ask(account, 'products')) as Product[];
    const wrapped = (await ask(account, 'products-wrapped')) as Record<string, Product[]>;

    expect(textsOf(bare)).toEqual(products);
    for (const key of ['products', 'data', 'items']) expect(wrapped[key]).toEqual(bare);
    expect(Object.keys(wrapped)).toEqual(['status', 'products', 'data', 'items', 'count']);
    expect(wrapped.count).toEqual({ rawJSON: String(products.length) });
  });

  it('tree nests the same categories and products', async () => {
    const tree = (await ask(account, 'tree')) as { categories: Node[] };
    const flat = flattened(tree.categories);

    expect(Object.keys(tree)).toEqual(['status', 'categories']);
    expect(Object.keys(tree.categories[0]!).slice(-2)).toEqual(['categories', 'products']);
    expect(textsOf(flat.categories)).toEqual(categories);
    expect(textsOf(flat.products)).toEqual(products);
  });

  it('catalog is the tree, the flat lists and their counts', async () => {
    const catalog = (await ask(account, 'catalog')) as Record<string, Node[]>;
    const tree = (await ask(account, 'tree')) as { categories: Node[] };

    expect(JSON.stringify(catalog.categories)).toBe(JSON.stringify(tree.categories));
    expect(textsOf(catalog.flat_categories!)).toEqual(categories);
    expect(textsOf(catalog.products!)).toEqual(products);
    expect(catalog.categories_count).toEqual({ rawJSON: String(categories.length) });
    expect(catalog.products_count).toEqual({ rawJSON: String(products.length) });
    expect(Object.keys(catalog).join()).toBe(
      'status,categories,flat_categories,products,categories_count,products_count',
    );
  });

  it('categories are the roots, as content of 0 has them', async () => {
    const roots = (await ask(account, 'categories')) as Category[];
    const content = (await ask(account, 'content/0')) as Content;

    expect(roots).toEqual(content.categories);
    expect(JSON.stringify(content)).toBe(
      JSON.stringify({ status: 'OK', categories: roots, products: [], category_id: 0 }),
    );
  });

  it('categories/all lists the same categories, three times', async () => {
    const all = (await ask(account, 'categories/all')) as Record<string, Category[]>;

    expect(Object.keys(all)).toEqual(['status', 'categories', 'data', 'items', 'count']);
    expect(textsOf(all.categories!)).toEqual(categories);
    for (const key of ['data', 'items']) expect(all[key]).toEqual(all.categories);
    expect(all.count).toEqual({ rawJSON: String(categories.length) });
  });

  it('products_id finds each product as it is listed, and no other id', async () => {
    const listed = new Map(walked.products.map((product) => [Number(product.id.rawJSON), product]));
    const stored = await layered.shop.db.query<{ id: number }>('SELECT id FROM products');

    for (const { id } of stored) {
      const { status, text } = await account.api(`/client/api/products?products_id=${id}`);
      const product = listed.get(id);
      if (product) expect(text).toBe(`[${JSON.stringify(product)}]`);
      else expect([id, status]).toEqual([id, 404]);
    }
  });

  it('base=1 leaves exactly id and name of the same products', async () => {
    const short = walked.products.map(({ id, name: title }) => ({ id, name: title }));
    const { text } = await account.api('/client/api/products?base=1');
    const wrapped = (await ask(account, 'products-wrapped?base=1')) as Record<string, unknown>;

    expect(text).toBe(JSON.stringify(short));
    for (const key of ['products', 'data', 'items']) expect(wrapped[key]).toEqual(short);
    expect(wrapped.count).toEqual({ rawJSON: String(short.length) });
  });
});
