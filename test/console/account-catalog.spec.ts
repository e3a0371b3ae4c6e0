import { operatorBrowser } from '../support/console-operator.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const HOSTILE = '<script>alert(1)</script>';

let shop: TestShop;
let eve: TestBrowser;
let owner: TestOperator;
let account: TestAccount;
let category: number;

beforeAll(async () => {
  shop = await startTestShop();
  eve = await operatorBrowser(shop, 'viewer', 'eve');
  owner = await TestOperator.of(shop, 'owner');
});
afterAll(() => shop.close());
beforeEach(async () => {
  account = await shop.account();
  category = await shop.category({ name: `Games ${HOSTILE}` });
});

const page = (rest = ''): string => `/console/accounts/${account.id}/catalog${rest}`;
const rule = (kind: string, body: object) => owner.get(`PUT ${kind}`, { body });
const ofAccount = () => ({ account_id: account.id });
const rowOf = (shown: ShownPage, name: string): string => {
  const rows = shown.root.querySelectorAll('tbody tr').map((row) => row.structuredText);
  return rows.find((text) => text.includes(name))?.replaceAll(/\s+/g, ' ') ?? '';
};

describe('the catalog of an account', () => {
  it('is what the account sees, at its prices, with the rule behind each', async () => {
    const child = await shop.category({ parentId: category, name: 'Below' });
    await shop.product({ categoryId: category, name: 'Plain', price: '2' });
    const raised = await shop.product({
      categoryId: category,
      name: `Raised ${HOSTILE}`,
      price: '2',
    });
    const hidden = await shop.product({ categoryId: category, name: 'Hidden', price: '2' });
    await rule('price-rules', { ...ofAccount(), product_id: raised, percentage: '+10' });
    await rule('visibility-rules', { ...ofAccount(), product_id: hidden, visible: false });

    const root = await eve.open(page());
    const shown = await eve.go(root, `Games ${HOSTILE}`);
    expect(rowOf(shown, 'Plain')).toContain('2.00 USD 2.00 USD no rule; the base price');
    expect(rowOf(shown, 'Raised')).toContain(
      '2.20 USD 2.00 USD +10 % (of the account, on the product)',
    );
    expect(rowOf(shown, 'Below')).toContain('category');
    expect(shown.text).not.toContain('Hidden');
    expect(shown.answer.text).not.toContain('<script>a');

    const below = await eve.go(shown, 'Below');
    expect(below.path).toBe(page(`?category_id=${child}`));
    expect(below.text).toContain('Whole catalog › Games');
    expect(below.text).toContain('The account sees nothing here.');
  });

  it('says of any product why it is shown or not', async () => {
    const id = await shop.product({ categoryId: category, name: `One ${HOSTILE}`, price: '4' });
    await rule('visibility-rules', { category_id: category, visible: false });
    const hidden = await eve.send(await eve.open(page()), 'catalog', { product_id: String(id) });
    expect(hidden.path).toBe(page(`/products/${id}`));
    expect(hidden.text).toContain(
      `not listed hidden by a rule (of everyone, on category ${category})`,
    );
    await rule('visibility-rules', { ...ofAccount(), category_id: category, visible: true });
    await rule('price-rules', { ...ofAccount(), product_id: id, fixed_price: '3.5' });
    const listed = await eve.open(page(`/products/${id}`));
    expect(listed.text).toContain('listed a rule that shows it');
    expect(listed.text).toMatch(/Its price 3\.50 USD Price by 3\.50 USD/);
    expect(listed.answer.text).not.toContain('<script>a');
  });

  it('is read in pages, and knows nothing of what is not there', async () => {
    for (let made = 0; made < 51; made++) await shop.product({ categoryId: category, price: '1' });
    const first = await eve.open(page(`?category_id=${category}`));
    const second = await eve.go(first, 'Next page');
    expect(second.root.querySelectorAll('tbody tr')).toHaveLength(1);
    for (const rest of ['?category_id=999999', '/products/999999', '?product_id=x']) {
      expect([rest, (await eve.open(page(rest))).status]).toEqual([rest, 404]);
    }
    expect((await eve.open('/console/accounts/999999/catalog')).status).toBe(404);
  });
});
