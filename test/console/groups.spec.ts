import type { TestBrowser } from '../support/test-browser.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';
import { changesBy, newestEntry } from './changes-by.js';
import { groupOf } from './group-of.js';
import { pageWith } from './page-with.js';

/** Other specs have products that this sells below their cost, which is asked about. */
const CONFIRMED = { confirmed: 'on' };

let shop: TestShop;
let ada: TestBrowser;
let adasName: string;
let began: string;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  adasName = fresh('ada');
  ada = await operatorBrowser(shop, 'owner', adasName);
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
  began = await newestEntry(shop);
});

describe('a group', () => {
  it('shows what its accounts pay and see, is renamed, and deleted without accounts only', async () => {
    const category = await shop.category({ name: 'Games' });
    const product = await shop.product({ categoryId: category, name: 'Gems', price: '2' });
    const [bronze, copper] = [fresh('Bronze'), fresh('Copper')];
    const made = await ada.send(await ada.open('/console/groups'), 'groups', { name: bronze });
    const group = await ada.go(await pageWith(ada, made, bronze), bronze);
    const id = /\d+$/.exec(group.path)?.[0] ?? '';
    const forGroup = { for_whom: 'group', group_id: id };
    const onCategory = await ada.open(`/console/catalog/categories/${category}`);
    await ada.send(onCategory, 'rules/visibility', { ...forGroup, visible: 'false' });
    const onProduct = await ada.open(`/console/catalog/products/${product}`);
    await ada.send(onProduct, 'rules/prices', { ...forGroup, fixed_price: '1.5' });
    const wrong = await ada.send(group, 'price', { percentage: 'x' });
    expect([wrong.status, wrong.answer.text.includes('value="x"')]).toEqual([422, true]);
    const priced = await ada.send(wrong, 'price', { percentage: '-5', ...CONFIRMED });
    expect(priced.text).toMatch(
      /the whole catalog ?-5 %.*Gems Product Games ?1\.50 USD.*Games Category ?hidden/,
    );
    await shop.db.query('UPDATE accounts SET group_id = $2 WHERE id = $1', [account.id, id]);

    const renamed = await ada.send(priced, 'rename', { name: copper });
    expect([renamed.title, renamed.text.includes('renamed')]).toEqual([
      `Group \u2068${copper}\u2069`,
      true,
    ]);
    const taken = await ada.send(made, 'groups', { name: copper });
    expect(taken.status).toBe(409);
    const asked = await ada.send(renamed, 'delete');
    expect(asked.text).toContain('Its prices and rules are deleted with it.');
    const refused = await ada.send(asked, 'delete');
    expect([refused.status, refused.text.includes('Take them out first')]).toEqual([409, true]);
    await shop.db.query('UPDATE accounts SET group_id = NULL WHERE id = $1', [account.id]);
    const deleted = await ada.send(asked, 'delete');
    expect(deleted.text).toContain('The group is deleted.');
    expect((await ada.open(group.path)).status).toBe(404);
    const rules = 'SELECT 1 FROM price_rules WHERE group_id = $1';
    expect(await shop.db.query(rules, [id])).toEqual([]);
    expect(await changesBy(shop, adasName, 'group delete', began)).toMatchObject([
      { before: { id: Number(id), name: copper, rules: 3 }, after: null },
    ]);
  });
});

describe('the page of a group', () => {
  it('begins with its price, lists its accounts with their balances, and its prices from the whole catalog to products', async () => {
    const { id } = await groupOf(shop, fresh('Ladder'));
    const category = await shop.category({ name: 'Cards' });
    const product = await shop.product({ categoryId: category, name: 'Card', price: '2' });
    const path = `/console/groups/${id}`;
    const empty = await ada.open(path);
    expect(empty.text).toMatch(/Price on the whole catalog —.*No account is in it yet/);
    await shop.db.query('UPDATE accounts SET group_id = $2 WHERE id = $1', [account.id, id]);
    const forGroup = { for_whom: 'group', group_id: String(id) };
    const onProduct = await ada.open(`/console/catalog/products/${product}`);
    await ada.send(onProduct, 'rules/prices', { ...forGroup, fixed_price: '1.5' });
    const onCategory = await ada.open(`/console/catalog/categories/${category}`);
    await ada.send(onCategory, 'rules/prices', { ...forGroup, percentage: '-8' });
    const page = await ada.send(await ada.open(path), 'price', { percentage: '-5', ...CONFIRMED });
    expect(page.text).toMatch(/Price on the whole catalog -5 % Its accounts 1 /);
    const [members, ladder] = page.root.querySelectorAll('table').map(({ text }) => text);
    expect(members).toContain('100.00 USD');
    expect(ladder).toMatch(/-5 %.*Cards.*-8 %.*Card.*1\.50/);
    const all = await ada.go(page, 'All its accounts');
    expect(all.path).toBe(`/console/accounts?group_id=${id}`);
  });
});

describe('the forms of a group', () => {
  it('take in an account, and set its price on a product or a category', async () => {
    const { id } = await groupOf(shop, fresh('Club'));
    const category = await shop.category({ name: 'Vouchers' });
    const product = await shop.product({
      categoryId: category,
      name: fresh('Voucher'),
      price: '2',
    });
    const member = fresh('Member');
    await shop.account({ name: member });
    const empty = await ada.open(`/console/groups/${id}`);
    const unnamed = await ada.send(empty, 'accounts', { account_id: '' });
    expect([unnamed.status, unnamed.text]).toEqual([
      422,
      expect.stringContaining('Name the account.'),
    ]);
    const added = await ada.send(empty, 'accounts', { account_id: member });
    expect(added.text).toContain('The account is in this group now.');
    expect(added.root.querySelector('table')?.text).toContain(member);

    const whole = await ada.send(added, `${id}/prices`, { percentage: '-3' });
    expect([whole.status, whole.text]).toEqual([
      422,
      expect.stringContaining('Say which category or product.'),
    ]);
    const wrong = await ada.send(added, `${id}/prices`, {
      ...{ category_id: String(category), fixed_price: '1' },
    });
    expect(wrong.root.querySelectorAll('#fault')).toHaveLength(1);
    const fixed = await ada.send(added, `${id}/prices`, {
      ...{ product_id: String(product), fixed_price: '1.5' },
    });
    const both = await ada.send(fixed, `${id}/prices`, {
      ...{ category_id: String(category), percentage: '-8' },
    });
    expect(both.text).toContain('The price is set.');
    const [, ladder] = both.root.querySelectorAll('table').map(({ text }) => text);
    expect(ladder).toMatch(/Vouchers.*-8 %.*Voucher.*1\.50/);
    expect(both.text).toContain('Price on the whole catalog —');
  });

  it('are of those who may', async () => {
    const { id } = await groupOf(shop, fresh('Closed'));
    const viewer = await operatorBrowser(shop, 'viewer', fresh('viewer'));
    const page = await viewer.open(`/console/groups/${id}`);
    expect(page.root.querySelectorAll('main form[method="post"]')).toEqual([]);
    for (const form of ['accounts', 'prices']) {
      const { status } = await viewer.post(`/console/groups/${id}/${form}`, new URLSearchParams());
      expect([form, status]).toEqual([form, 403]);
    }
  });
});
