import { randomUUID } from 'node:crypto';
import { RefusalJournal } from '../../src/orders/refusals/refusal-journal.js';
import { souk } from '../support/command-line.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';
import { until } from '../support/until.js';

let shop: TestShop;
let ada: TestBrowser;
let owner: TestOperator;
let acme: TestAccount;
let group: number;
let hidden: number;
let short: number;
let gold: string;
let stock: string;

beforeAll(async () => {
  shop = await workerShop();
  ada = await operatorBrowser(shop, 'owner', fresh('ada'));
  owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
  [gold, stock] = [`${fresh('Gold')} <i>`, `${fresh('uc')} <60>`];
  const [made] = await shop.db.query<{ id: number }>(
    `INSERT INTO account_groups (name) VALUES ($1) RETURNING id`,
    [gold],
  );
  group = made!.id;
  acme = await shop.account({ name: 'Acme <b> Games', balance: '100' });
  await shop.db.query('UPDATE accounts SET group_id = $1 WHERE id = $2', [group, acme.id]);
  const category = await shop.category({ name: 'Cards' });
  hidden = await shop.product({ name: 'Hidden <u> one', price: '1', categoryId: category });
  const fulfillment = [{ handler: 'codes', settings: { stock } }];
  short = await shop.product({ name: 'Sixty UC', price: '1', fulfillment });
  await shop.db.query('INSERT INTO code_stocks (name) VALUES ($1)', [stock]);
});

/** Sends a request that is refused. @returns its key */
async function refuse(of: number, { api } = acme, uuid: string = randomUUID()): Promise<string> {
  const { status } = await api(`/client/api/newOrder/${of}/params?order_uuid=${uuid}`);
  expect(status).toBeGreaterThanOrEqual(400);
  await until(() => shop.service(RefusalJournal).waiting === 0);
  return uuid;
}

const hide = (body: object) => owner.get('PUT visibility-rules', { body });

describe('what is behind a refusal now', () => {
  it('is the rule that hides the product, in words, with a link to where it stands', async () => {
    await hide({ account_id: acme.id, product_id: hidden, visible: false });
    const uuid = await refuse(hidden);
    const found = await ada.open(`/console/orders?text=${uuid}`);
    const rule = 'hidden by the rule for account Acme <b> Games on this product';
    expect(found.text).toMatch(/109 no such product, or hidden from the account/);
    expect(found.text).toContain(`Now: ${rule}`);
    expect(found.answer.text).not.toMatch(/<b> Games|<u> one/);
    const link = rule
      .replace('account Acme <b> Games', '\u2068account \u2068Acme <b> Games\u2069\u2069')
      .replace('this product', '\u2068this product\u2069');
    const page = await ada.go(found, link);
    expect(page.path).toBe(`/console/catalog/products/${hidden}`);

    const shown = await souk(shop, 'order', 'show', uuid);
    expect(shown.out).toContain(`hidden by the rule for account ${acme.id} on product ${hidden}`);
    const [refusal] = (await owner.get<{ items: object[] }>(`GET refusals?order_uuid=${uuid}`))
      .items;
    expect(refusal).toMatchObject({
      cause_now: {
        ...{ kind: 'hidden', listed_by: 'hidden-by-rule', stocks: [] },
        visibility_rule: { account_id: acme.id, product_id: hidden, visible: false },
      },
    });
    const arabic = new Map(ada.cookies);
    await ada.post('/console/preferences', new URLSearchParams({ language: 'ar', page: '' }));
    const inArabic = await ada.open(`/console/orders?text=${uuid}`);
    expect(inArabic.text).toContain('تخفيه القاعدة المخصصة للحساب Acme <b> Games على هذا المنتج');
    ada.cookies.clear();
    for (const [name, value] of arabic) ada.cookies.set(name, value);
  });

  it('is that of a group on a category above, and goes with the rule', async () => {
    const below = await shop.category({ name: 'Below' });
    const product = await shop.product({ name: 'Of the group', price: '1', categoryId: below });
    await hide({ group_id: group, category_id: below, visible: false });
    const uuid = await refuse(product);
    const list = () => ada.open(`/console/refusals?product_id=${product}`);
    expect((await list()).text).toContain(
      `Now: hidden by the rule for group ${gold} on category Below`,
    );
    await hide({ group_id: group, category_id: below, visible: true });
    expect((await list()).text).toContain('Now: the account sees the product');
    expect((await list()).link(uuid)).toContain(`orders?text=${uuid}`);
  });

  it('is the stock that is short, and how many of its codes are free', async () => {
    const uuid = await refuse(short);
    const found = await ada.open(`/console/orders?text=${uuid}`);
    expect(found.text).toContain('105 quantity not available');
    expect(found.text).toContain(`Now: stock ${stock}, free codes: 0`);
    const shown = await souk(shop, 'order', 'show', uuid);
    expect(shown.out).toContain(`the stock ${stock} has 0 free codes`);
  });

  it('is that there is no such product, or that it is switched off', async () => {
    const unknown = await ada.open(`/console/orders?text=${await refuse(2_000_000)}`);
    expect(unknown.text).toContain('Now: there is no such product, or it is deleted');
    const off = await shop.product({ name: 'Off', price: '1', available: false });
    const closed = await ada.open(`/console/orders?text=${await refuse(off)}`);
    expect(closed.text).toContain('Now: the product is switched off');
  });

  it('is told to nobody who may not read the catalog or the stocks', async () => {
    for (const product of [short, short, short, 2_000_000]) await refuse(product);
    const who = { name: fresh('viewer'), scopes: ['orders.read'] } as const;
    const scoped = await TestOperator.of(shop, 'viewer', who);
    const { items } = await scoped.get<{ items: { cause_now: unknown }[] }>(
      `GET refusals?account_id=${acme.id}`,
    );
    expect(items.length).toBeGreaterThan(3);
    expect(items.filter((one) => one.cause_now !== null)).toEqual([]);
  });
});

describe('the list of refused requests', () => {
  it('is one of the pages of an account, and so are its orders', async () => {
    await refuse(short);
    const account = await ada.open(`/console/accounts/${acme.id}`);
    const refusals = await ada.go(account, 'Its refused requests');
    expect(refusals.title).toContain('Refused requests');
    expect(refusals.root.querySelector('.parts [aria-current]')?.text).toBe('Its refused requests');
    expect(refusals.text).toMatch(/Acme <b> Games Sixty UC Games 105/);
    const inMenu = ({ root }: typeof account) => root.querySelector('.side [aria-current]')?.text;
    expect(inMenu(refusals)).toBe('Accounts');
    const orders = await ada.go(refusals, 'Its orders');
    expect(orders.path).toBe(`/console/orders?account_id=${acme.id}`);
    expect(orders.root.querySelector('.parts [aria-current]')?.text).toBe('Its orders');
    const all = await ada.go(await ada.open('/console/orders'), 'All refused requests');
    expect([all.path, inMenu(all)]).toEqual(['/console/refusals', 'Orders']);
    expect(inMenu(await ada.open(`/console/shop/webhooks/${acme.id}`))).toBe('Accounts');
  });

  it('is filtered by names, code and times, in pages and as a file', async () => {
    const [zeynep, quartz] = [fresh('zeynep'), fresh('quartz')];
    const other = await shop.account({ name: `${zeynep} Cards` });
    const product = await shop.product({ name: quartz, price: '1' });
    for (let sent = 0; sent < 51; sent++) {
      await other.api(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`);
    }
    await until(() => shop.service(RefusalJournal).waiting === 0);
    const search = await ada.open('/console/refusals');
    const typed = { account_id: zeynep, product_id: quartz, code: '100' };
    const first = await ada.send(search, 'refusals', typed);
    expect(first.root.querySelectorAll('tbody tr')).toHaveLength(50);
    const second = await ada.go(first, 'Next page');
    expect(second.root.querySelectorAll('tbody tr')).toHaveLength(1);
    const file = await ada.go(first, 'Save as CSV');
    expect(file.answer.text.trimEnd().split('\r\n')).toHaveLength(52);
    const none = await ada.send(search, 'refusals', { ...typed, code: '105' });
    expect(none.text).toContain('No refused requests match.');
    const past = await ada.send(search, 'refusals', { ...typed, to: '2020-01-01T00:00' });
    expect(past.text).toContain('No refused requests match.');
    for (const wrong of [
      `account_id=${fresh('khaled')}`,
      `product_id=${fresh('nothing')}`,
      'code=9',
      'from=x',
    ]) {
      expect([wrong, (await ada.open(`/console/refusals?${wrong}`)).status]).toEqual([wrong, 422]);
    }
  });

  it('finds by what was sent in place of an order_uuid', async () => {
    await refuse(short, acme, 'order-4711');
    const found = await ada.send(await ada.open('/console/orders'), 'orders', {
      text: ' order-4711 ',
    });
    expect(found.text).toMatch(/114 a field is missing or wrong.*order-4711/);
  });
});
