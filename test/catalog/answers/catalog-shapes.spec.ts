import type { AccountField } from '../../../src/catalog/account-field.js';
import type { ProductType, QuantityValues } from '../../../src/catalog/quantity-values.js';
import type { ProductRow } from '../../../src/start/testing/shop-rows.js';
import { endSeclusion, secludedAccount } from '../../support/secluded.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

const PLACEHOLDER = 'https://shop.example/images/placeholder.svg';

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  account = await secludedAccount(shop);
});

afterAll(() => endSeclusion(shop, account));

/** The same product in the answers of content, products and catalog: equal bytes. It is the only one of its category. */
async function productText(row: ProductRow): Promise<string> {
  return (await shown(row)).product;
}

async function shown(row: ProductRow): Promise<{ id: number; product: string }> {
  const id = await shop.product(row);
  const { text } = await account.api(`/client/api/products?products_id=${id}`);
  const product = text.slice(1, -1);
  for (const route of ['products', 'catalog', 'tree', 'products-wrapped']) {
    expect((await account.api(`/client/api/${route}`)).text).toContain(product);
  }
  return { id, product };
}

const productOf = async (row: ProductRow) =>
  JSON.parse(await productText(row)) as Record<string, unknown>;

describe('a category', () => {
  it('is told with exactly its keys, in their order', async () => {
    const parentId = await shop.category({ name: 'Oyun kartları' });
    const name = 'شحن الألعاب 🎮👨‍👩‍👧';
    const id = await shop.category({ parentId, name, image: '/images/games.svg' });
    const { text } = await account.api(`/client/api/content/${parentId}`);

    expect(text).toBe(
      `{"status":"OK","categories":[{"id":${id},"name":"${name}","parent_id":${parentId},` +
        '"category_img":"https://shop.example/images/games.svg",' +
        '"image":"https://shop.example/images/games.svg"}],' +
        `"products":[],"category_id":${parentId}}`,
    );
  });

  it('that is a root has null as parent, and without an image the placeholder', async () => {
    const id = await shop.category({ name: 'Root' });

    expect((await account.api('/client/api/categories')).text).toContain(
      `{"id":${id},"name":"Root","parent_id":null,` +
        `"category_img":"${PLACEHOLDER}","image":"${PLACEHOLDER}"}`,
    );
  });
});

describe('a product', () => {
  it('is told with exactly its keys, in their order', async () => {
    const categoryId = await shop.category({ name: 'PUBG | ببجي' });

    const { id, product } = await shown({
      categoryId,
      name: '60 UC – "شدة" \\ 🎁',
      price: '0.00772255027173913',
      type: 'amount',
      quantityValues: { min: '500', max: '500000' },
      fields: ['playerId'],
      image: 'https://cdn.example/uc.png',
    });

    expect(product).toBe(
      `{"id":${id},` +
        '"name":"60 UC – \\"شدة\\" \\\\ 🎁","price":0.00772255027173913,' +
        `"currency":"USD","parent_id":${categoryId},"category_id":${categoryId},` +
        '"category_name":"PUBG | ببجي","available":true,"product_type":"amount",' +
        '"input_schema":[{"name":"playerId","label":"playerId","type":"string","required":true}],' +
        '"params":["playerId"],"qty_values":{"min":"500","max":"500000"},' +
        `"image":"https://cdn.example/uc.png","category_img":"${PLACEHOLDER}"}`,
    );
  });

  it.each([
    ['0', '0'],
    ['500', '500'],
    ['500.000000000000000000', '500'],
    ['1.50', '1.5'],
    ['0.000061', '0.000061'],
    ['0.0000001', '0.0000001'],
    ['0.00772255027173913', '0.00772255027173913'],
    ['0.123456789012345678', '0.123456789012345678'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['99999999999999999999.999999999999999999', '99999999999999999999.999999999999999999'],
  ])('of the price %s tells %s, digit for digit', async (price, told) => {
    expect(await productText({ price })).toContain(`"price":${told},"currency"`);
  });

  it.each<[ProductType, QuantityValues, string]>([
    ['amount', null, 'null'],
    ['amount', { min: '500', max: '500000' }, '{"min":"500","max":"500000"}'],
    ['amount', { min: '0.10', max: '1.000000' }, '{"min":"0.10","max":"1.000000"}'],
    ['package', null, 'null'],
    ['package', { min: '1', max: '50' }, '{"min":"1","max":"50"}'],
    ['specificPackage', ['1.92', '2.88', '110'], '["1.92","2.88","110"]'],
  ])('of type %s with %j tells its quantities as stored', async (type, quantityValues, told) => {
    expect(await productText({ type, quantityValues })).toContain(
      `"product_type":"${type}","input_schema":[],"params":[],"qty_values":${told},"image"`,
    );
  });

  it('tells its fields twice: as a schema, and the required ones by name', async () => {
    const fields: AccountField[] = [
      { name: 'معرف اللاعب', label: 'معرف اللاعب', type: 'string', required: true },
      { name: 'Player ID', label: 'Oyuncu', type: 'number', required: true, pattern: '[0-9]{5}' },
      { name: 'server', label: 'Server', type: 'string', required: true, options: ['EU', '🎮'] },
      { name: 'Note', label: 'Note', type: 'string', required: false },
    ];

    expect(await productOf({ fields })).toMatchObject({
      input_schema: fields,
      params: ['معرف اللاعب', 'Player ID', 'server'],
    });
  });

  it.each([
    [null, null, PLACEHOLDER, PLACEHOLDER],
    [null, '/images/games.svg', 'https://shop.example/images/games.svg', undefined],
    ['/images/gems.svg', null, 'https://shop.example/images/gems.svg', PLACEHOLDER],
  ])('with image %s in a category with %s shows %s', async (image, ofCategory, own, above) => {
    const categoryId = await shop.category({ image: ofCategory });

    expect(await productOf({ categoryId, image })).toMatchObject({
      image: own,
      category_img: above ?? own,
    });
  });

  it('shows images that are really served', async () => {
    for (const path of [new URL(PLACEHOLDER).pathname, '/images/games.svg']) {
      const { status, headers, text } = await shop.requestPage(path);

      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^image\/svg\+xml/);
      expect(headers['cache-control']).toBe('public, max-age=86400');
      expect(text).toContain('<svg');
    }
  });

  it('that is switched off says so, to an account that is to see it', async () => {
    const seeing = await shop.account({ showUnavailable: true });
    const id = await shop.product({ available: false });

    const { json } = await seeing.api(`/client/api/products?products_id=${id}`);
    expect(json).toMatchObject([{ id, available: false }]);
  });
});
