import { CatalogMirror, type ChangesAnswer } from '../../support/catalog-mirror.js';
import { endSeclusion, secludedAccount } from '../../support/secluded.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { fresh, workerShop } from '../../support/worker-shop.js';
import { CATALOG_CHANGES, type NamedChanges } from './catalog-change-cases.js';

/** Ids of the items of a case. */
interface Items {
  readonly games: number;
  /** In games. */
  readonly inner: number;
  readonly other: number;
  /** From everyone. */
  readonly hidden: number;
  /** Each in a category: the first in games, two in inner, and so on. */
  readonly inGames: number;
  readonly inInner: number;
  readonly alsoInInner: number;
  readonly inOther: number;
  readonly inHidden: number;
  /** Of no product so far. */
  readonly unused: number;
  readonly account: number;
  readonly group: number;
}

const CATEGORIES = ['games', 'inner', 'other', 'hidden'] as const;
const PRODUCTS = ['inGames', 'inInner', 'alsoInInner', 'inOther', 'inHidden', 'unused'] as const;

let shop: TestShop;
let account: TestAccount;
let group: number;
let items: Items;

beforeAll(async () => {
  shop = await workerShop();
  const name = fresh('gold');
  account = await secludedAccount(shop, { group: name });
  const [row] = await shop.db.query<{ id: number }>(
    'SELECT id FROM account_groups WHERE name = $1',
    [name],
  );
  group = row!.id;
});

beforeEach(async () => {
  const games = await shop.category({ name: 'Games' });
  const inner = await shop.category({ name: 'Inner', parentId: games });
  const other = await shop.category({ name: 'Other' });
  const hidden = await shop.category({ name: 'Hidden' });
  const product = (categoryId: number) => {
    const fields = [{ name: 'id', label: 'ID', type: 'string', required: true } as const];
    return shop.product({ categoryId, price: '1.000000000000000001', fields });
  };
  const [inGames, inInner, alsoInInner] = [
    await product(games),
    await product(inner),
    await product(inner),
  ];
  const [inOther, inHidden] = [await product(other), await product(hidden)];
  const [{ unused } = { unused: 0 }] = await shop.db.query<{ unused: number }>(
    "SELECT nextval(pg_get_serial_sequence('products', 'id'))::integer AS unused",
  );
  items = {
    ...{ games, inner, other, hidden, inGames, inInner, alsoInInner, inOther, inHidden, unused },
    ...{ account: account.id, group },
  };
  await run('INSERT INTO visibility_rules (category_id, visible) VALUES (:hidden, false)');
});

/** The next case is to see nothing of this one. */
afterEach(async () => {
  await run('DELETE FROM price_rules WHERE group_id = :group OR account_id = :account');
  const categories = [items.games, items.inner, items.other, items.hidden];
  await shop.db.query('DELETE FROM products WHERE category_id = ANY ($1)', [categories]);
  await shop.db.query('DELETE FROM categories WHERE id = ANY ($1)', [categories]);
});

afterAll(() => endSeclusion(shop, account));

/** Runs statements with the ids of items in place of their names. */
async function run(...statements: string[]): Promise<void> {
  for (const statement of statements) {
    await shop.db.query(
      statement.replace(/(?<!:):([a-z]+)/gi, (_, name) => String(items[name as keyof Items])),
    );
  }
}

const ask = (route: string, headers: Record<string, string> = {}) =>
  account.api(`/client/api/${route}`, { headers });
const newMirror = () => new CatalogMirror((route) => ask(route));

/** What a client is answered after a change that it has followed up to now. */
async function changesAfter(...statements: string[]): Promise<ChangesAnswer> {
  const mirror = newMirror();
  await mirror.follow();
  await run(...statements);
  const answer = await mirror.follow();
  expect(mirror.items).toEqual(await mirror.fresh());
  return answer;
}

/** The items of an answer by their names. */
const namesIn = ({
  full,
  categories,
  products,
  removed_categories,
  removed_products,
}: ChangesAnswer): NamedChanges => ({
  full,
  categories: namesOf(
    CATEGORIES,
    categories.map(({ id }) => id),
  ),
  products: namesOf(
    PRODUCTS,
    products.map(({ id }) => id),
  ),
  removed_categories: removed_categories && namesOf(CATEGORIES, removed_categories),
  removed_products: removed_products && namesOf(PRODUCTS, removed_products),
});

/** A category and a product may have the same id. */
const namesOf = (names: readonly (keyof Items)[], ids: readonly number[]): string[] =>
  ids.map((id) => names.find((name) => items[name] === id) ?? String(id));

const NOTHING = {
  full: false,
  categories: [],
  products: [],
  removed_categories: [],
  removed_products: [],
};

it('without a cursor answers everything, with a cursor and no removed ids', async () => {
  const { json, headers } = await ask('changes');
  expect(Object.keys(json as object)).toEqual([
    'status',
    'full',
    'categories',
    'products',
    'cursor',
  ]);
  expect(headers).toMatchObject({
    'cache-control': 'private, no-cache',
    etag: expect.any(String) as string,
  });
  const mirror = newMirror();
  expect(namesIn(await mirror.follow())).toEqual({
    full: true,
    categories: ['games', 'inner', 'other'],
    products: ['inGames', 'inInner', 'alsoInInner', 'inOther'],
  });
  expect(mirror.items).toEqual(await mirror.fresh());
});

it('answers nothing while nothing has changed, with the same cursor, and 304', async () => {
  const mirror = newMirror();
  await mirror.follow();
  const { cursor } = mirror;
  expect(namesIn(await mirror.follow())).toEqual(NOTHING);
  expect(mirror.cursor).toBe(cursor);
  const { headers } = await ask(`changes?since=${cursor}`);
  const again = await ask(`changes?since=${cursor}`, { 'If-None-Match': headers.etag! });
  expect(again.status).toBe(304);
});

it.each(CATALOG_CHANGES)('answers %s', async (_, { before = [], change, answer }) => {
  await run(...before);
  expect(namesIn(await changesAfter(...change))).toEqual({ ...NOTHING, ...answer });
});
