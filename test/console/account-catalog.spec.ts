import { operatorBrowser } from '../support/console-operator.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';
import { changesBy } from './changes-by.js';

const HOSTILE = '<script>alert(1)</script>';

let shop: TestShop;
let eve: TestBrowser;
let ada: TestBrowser;
let adasName: string;
let owner: TestOperator;
let account: TestAccount;
let category: number;

beforeAll(async () => {
  shop = await workerShop();
  eve = await operatorBrowser(shop, 'viewer', fresh('eve'));
  adasName = fresh('ada');
  ada = await operatorBrowser(shop, 'manager', adasName);
  owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
});
beforeEach(async () => {
  account = await shop.account();
  // The first of the many categories that the account sees.
  category = await shop.category({ name: `Games ${HOSTILE}`, position: -account.id });
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
    const hidden = await eve.send(await eve.open(page()), 'catalog', { product: String(id) });
    expect(hidden.path).toBe(page(`/products/${id}`));
    expect(hidden.text).toContain(
      'not listed hidden by a rule (of everyone, on category Games <script>alert(1)</script>)',
    );
    await rule('visibility-rules', { ...ofAccount(), category_id: category, visible: true });
    await rule('price-rules', { ...ofAccount(), product_id: id, fixed_price: '3.5' });
    const listed = await eve.open(page(`/products/${id}`));
    expect(listed.text).toContain('listed a rule that shows it');
    expect(listed.text).toMatch(/Its price 3\.50 USD Price by 3\.50 USD/);
    expect(listed.answer.text).not.toContain('<script>a');
  });

  it('hides a product from the account, and sets its price, beside what decides on it', async () => {
    const [first, second] = [`Diamonds ${account.id} small`, `Diamonds ${account.id} large`];
    await shop.product({ categoryId: category, name: first, price: '2' });
    await shop.product({ categoryId: category, name: second, price: '4' });
    const none = await ada.open(page('?product=nothing-like-it'));
    expect([none.status, none.root.querySelectorAll('.fault').length]).toEqual([422, 1]);
    const found = await ada.send(none, 'catalog', { product: `diamonds ${account.id}` });
    expect(rowOf(found, 'large')).toContain('4.00 USD 4.00 USD no rule; the base price');
    const product = await ada.go(found, second);

    const hidden = await ada.send(product, 'visibility', {});
    expect(hidden.text).toMatch(/The rule is set.*not listed hidden by a rule \(of the account/);
    const shown = await ada.send(hidden, 'visibility/clear');
    expect(shown.text).toMatch(/taken back.*listed no rule; shown to all/);
    const wrong = await ada.send(shown, 'price', { percentage: '5', fixed_price: '3' });
    expect([wrong.status, wrong.answer.text.includes('value="3"')]).toEqual([422, true]);
    const priced = await ada.send(wrong, 'price', { percentage: '', fixed_price: '3.75' });
    expect(priced.text).toContain('Its price 3.75 USD Price by 3.75 USD (of the account');
    const back = await ada.send(priced, 'price/clear');
    expect(back.text).toContain('Its price 4.00 USD');

    const seen = await eve.open(product.path);
    expect(seen.root.querySelectorAll('main form')).toEqual([]);
    expect((await changesBy(shop, adasName, 'visibility hide')).at(-1)).toMatchObject({
      before: null,
      after: { account_id: account.id, visible: false },
    });
  });

  it('leads to the rules of a category, whose forms name the account', async () => {
    const seen = await ada.open(page(`?category_id=${category}`));
    const link = 'Hide this category from the account, or change all its prices here';
    const rules = await ada.go(seen, link);
    const field = rules.root.querySelector('details[open] input[name="account_id"]');
    expect(field?.getAttribute('value')).toBe(String(account.id));
    const hidden = await ada.send(rules, 'rules/visibility', { visible: 'false' });
    expect(hidden.text).toContain('The rule is set.');
    expect((await ada.open(page(`?category_id=${category}`))).status).toBe(404);
  });

  it('is read in pages, and knows nothing of what is not there', async () => {
    for (let made = 0; made < 51; made++) await shop.product({ categoryId: category, price: '1' });
    const first = await eve.open(page(`?category_id=${category}`));
    const second = await eve.go(first, 'Next page');
    expect(second.root.querySelectorAll('tbody tr')).toHaveLength(1);
    for (const rest of ['?category_id=999999', '/products/999999']) {
      expect([rest, (await eve.open(page(rest))).status]).toEqual([rest, 404]);
    }
    expect((await eve.open('/console/accounts/999999/catalog')).status).toBe(404);
  });
});
