import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let owner: TestOperator;
let account: TestAccount;
let category: number;

beforeAll(async () => {
  shop = await workerShop();
  owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
});
beforeEach(async () => {
  account = await shop.account();
  category = await shop.category();
});

const create = (body: object) =>
  owner.ask('POST products', {
    body: { category_id: category, name: 'UC', price: '1.5', ...body },
  });
const seen = async (id: number) =>
  (await account.api(`/client/api/products?products_id=[${id}]`)).json as object[];

describe('a product', () => {
  it('is made, seen by resellers, and moved to another category', async () => {
    const { status, json, headers } = await create({
      product_type: 'amount',
      qty_values: { min: '1', max: '50' },
      fields: ['playerId', { name: 'server', required: false, options: ['eu', 'us'] }],
      image: '/images/uc.png',
    });
    const { id } = json as { id: number };

    expect([status, json]).toMatchObject([
      201,
      {
        category_id: category,
        price: '1.5',
        product_type: 'amount',
        qty_values: { min: '1', max: '50' },
        params: ['playerId', 'server'],
        image: '/images/uc.png',
        position: 1,
        available: true,
      },
    ]);
    expect(await seen(id)).toMatchObject([{ name: 'UC', qty_values: { min: '1', max: '50' } }]);

    const other = await shop.category();
    const moved = await owner.ask(`PATCH products/${id}`, {
      body: { category_id: other, qty_values: null, image: null, fields: [], position: 7 },
      match: String(headers.etag),
    });
    expect(moved.json).toMatchObject({
      ...{ category_id: other, qty_values: null, image: null, fields: [], position: 7 },
    });
    expect((await create({})).json).toMatchObject({ position: 1, product_type: 'package' });
  });

  it('keeps the order of its fields, unless that is said', async () => {
    const { json, headers } = await create({ fields: ['playerId', 'Zone'] });
    const { id } = json as { id: number };
    const change = (body: object) =>
      owner.ask(`PATCH products/${id}`, { body, match: String(headers.etag) });
    const fields = ['Zone', 'playerId'];
    const refused = await change({ fields });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('This changes the order of the account fields'),
    ]);
    expect(await seen(id)).toMatchObject([{ params: ['playerId', 'Zone'] }]);
    expect((await change({ fields, reorder_fields: true })).status).toBe(200);
    expect(await seen(id)).toMatchObject([{ params: fields }]);
  });

  it.each<[object, number, RegExp]>([
    [{ category_id: 999_999 }, 404, /category/],
    [{ price: 'x' }, 422, /price/],
    [{ product_type: 'x' }, 422, /product_type/],
    [{ product_type: 'specificPackage' }, 422, /list of quantities/],
    [{ qty_values: { min: '5', max: '1' } }, 422, /min above its max/],
    [{ qty_values: ['1'] }, 422, /must be null or/],
    [{ qty_values: 5 }, 422, /qty_values/],
    [{ fields: ['qty'] }, 422, /parameter of newOrder/],
    [{ fields: [{ name: 'a', pattern: '(' }] }, 422, /pattern/],
    [{ fields: {} }, 422, /no list/],
    [{ image: 'javascript:alert(1)' }, 422, /image/],
    [{ position: -1 }, 422, /position/],
  ])('with %j is answered %i', async (wrong, status, text) => {
    const answer = await create(wrong);
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(text)]);
  });
});

describe('test products and the demo shop', () => {
  it('are made and taken away, once', async () => {
    // A shop of its own: it has the test products once, and nobody else's.
    const own = await startTestShop();
    const by = await TestOperator.of(own, 'owner');
    const { items } = await by.get<{ items: object[] }>('POST test-products');
    expect(items).toHaveLength(5);
    expect((await by.ask('POST test-products')).status).toBe(409);
    expect(await by.get('DELETE test-products')).toEqual({ removed: true });
    expect((await by.ask('DELETE test-products')).status).toBe(409);
    expect((await by.ask('DELETE demo-shop')).status).toBe(409);
    await own.close();
  });
});

describe('the catalog of an account', () => {
  interface Page {
    readonly items: readonly { item: string; id: number; price: string | null }[];
    readonly next: string | null;
  }
  const rule = (kind: string, body: object) => owner.get(`PUT ${kind}`, { body });
  const explained = (id: number) => owner.get(`GET accounts/${account.id}/catalog/products/${id}`);
  const product = (row: object = {}) => shop.product({ categoryId: category, price: '2', ...row });

  it('is shown by category, in pages, at its prices', async () => {
    const ids = [await product(), await product(), await product()];
    const child = await shop.category({ parentId: category });
    await rule('price-rules', { account_id: account.id, percentage: '+10' });
    await rule('visibility-rules', { account_id: account.id, product_id: ids[1], visible: false });
    const items: Page['items'][number][] = [];
    let cursor = '';
    for (;;) {
      const page = await owner.get<Page>(
        `GET accounts/${account.id}/catalog?category_id=${category}&limit=1${cursor}`,
      );
      items.push(...page.items);
      if (page.next === null) break;
      cursor = `&cursor=${page.next}`;
    }
    expect(items).toMatchObject([
      { item: 'category', id: child, price: null },
      { item: 'product', id: ids[0], price: '2.2' },
      { item: 'product', id: ids[2], price: '2.2' },
    ]);
    const top = await shop.category({ position: -1_000_000 });
    const roots = await owner.get<Page>(`GET accounts/${account.id}/catalog?limit=100`);
    expect(roots.items).toContainEqual(expect.objectContaining({ item: 'category', id: top }));
    await shop.db.query('DELETE FROM categories WHERE id = $1', [top]);
    expect((await owner.ask('GET accounts/999999/catalog')).status).toBe(404);
    expect((await owner.ask(`GET accounts/${account.id}/catalog?category_id=999999`)).status).toBe(
      404,
    );
  });

  it('says which rule decides on a product and its price', async () => {
    const id = await product();
    expect(await explained(id)).toMatchObject({
      ...{ listed: true, listed_by: 'default', visibility_rule: null },
      ...{ base_price: '2', price: '2', price_rule: null },
    });
    await rule('price-rules', { account_id: account.id, category_id: category, percentage: '-50' });
    await rule('visibility-rules', { category_id: category, visible: false });
    expect(await explained(id)).toMatchObject({
      ...{ listed: false, listed_by: 'hidden-by-rule', price: null },
      visibility_rule: { category_id: category, account_id: null, visible: false },
    });
    await rule('visibility-rules', {
      account_id: account.id,
      category_id: category,
      visible: true,
    });
    expect(await explained(id)).toMatchObject({
      ...{ listed: true, listed_by: 'rule', price: '1' },
      visibility_rule: { category_id: category, account_id: account.id, visible: true },
      price_rule: { account_id: account.id, category_id: category, percentage: '-50' },
    });
    await rule('visibility-rules', { account_id: account.id, product_id: id, visible: false });
    expect(await explained(id)).toMatchObject({
      ...{ listed: false, visibility_rule: { product_id: id, visible: false } },
    });
  });

  it('says why a product is not listed without a rule', async () => {
    const off = await product({ available: false });
    expect(await explained(off)).toMatchObject({
      listed: false,
      listed_by: 'unavailable',
      price: '2',
    });
    const testing = await shop.category({ testingOnly: true });
    const test = await shop.product({ categoryId: testing });
    expect(await explained(test)).toMatchObject({ listed: false, listed_by: 'testing' });
    const gone = await shop.category();
    const lost = await shop.product({ categoryId: gone });
    await shop.db.query('UPDATE categories SET deleted_at = now() WHERE id = $1', [gone]);
    expect(await explained(lost)).toMatchObject({ listed: false, listed_by: 'no-category' });
    expect((await owner.ask(`GET accounts/${account.id}/catalog/products/999999`)).status).toBe(
      404,
    );
  });
});
