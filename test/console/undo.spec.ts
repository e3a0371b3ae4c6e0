import { operatorBrowser } from '../support/console-operator.js';
import { soukJson } from '../support/command-line.js';
import type { ShownPage, TestBrowser, Typed } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let name: string;
let owner: TestBrowser;

beforeAll(async () => {
  shop = await workerShop();
  name = fresh('ada');
  owner = await operatorBrowser(shop, 'owner', name);
});

const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' ');

/** Sends a form of a page. @returns the page that says so, with the button */
async function changed(path: string, ending: string, typed: Typed): Promise<ShownPage> {
  const done = await owner.send(await owner.open(`/console/${path}`), ending, typed);
  expect([done.status, done.root.querySelectorAll('.notice.good form.undo').length]).toEqual([
    200, 1,
  ]);
  return done;
}

async function group(called = fresh('Gold')): Promise<number> {
  const { id } = await soukJson<{ id: number }>(shop, 'group', 'create', called);
  return id;
}

const nameOf = async (id: number) =>
  (await shop.db.query<{ name: string }>('SELECT name FROM account_groups WHERE id = $1', [id]))[0]
    ?.name;

describe('a change that was just made', () => {
  it('of a name is undone by a button beside what the page says of it', async () => {
    const former = fresh('Gold');
    const id = await group(former);
    const done = await changed(`groups/${id}`, 'rename', { name: fresh('Silver') });
    const undone = await owner.send(done, 'undo');
    expect([undone.path, undone.status]).toEqual([`/console/groups/${id}?done=undone`, 200]);
    expect(undone.text).toContain('It is as it was before.');
    expect(undone.answer.text).not.toContain('class="inline undo"');
    expect(await nameOf(id)).toBe(former);
  });

  it('of a price, of who sees a product, and of its name is undone', async () => {
    const product = await shop.product({ name: fresh('Card'), price: '1' });
    const page = `catalog/products/${product}`;
    const state = () =>
      shop.db.query(
        `SELECT name, price::float, available,
           (SELECT visible FROM visibility_rules WHERE product_id = products.id) AS visible
         FROM products WHERE id = $1`,
        [product],
      );
    const before = await state();
    for (const [ending, typed] of [
      ['settings', { price: '1.1' }],
      ['rules/visibility', { for_whom: 'everyone', visible: 'false' }],
      ['settings', { name: fresh('Voucher') }],
      ['settings', { available: [] }],
    ] as const) {
      const done = await changed(page, ending, typed);
      expect([ending, await state()]).not.toEqual([ending, before]);
      await owner.send(done, 'undo');
      expect([ending, await state()]).toEqual([ending, before]);
    }
  });

  it('of a group of an account, and of the settings of the shop, is undone', async () => {
    const account = await shop.account();
    const id = await group();
    const settings = `accounts/${account.id}/settings`;
    await owner.send(await changed(settings, 'settings', { group_id: String(id) }), 'undo');
    const shown = await soukJson<{ group_id: number | null }>(
      shop,
      ...['account', 'show', String(account.id)],
    );
    expect(shown.group_id).toBeNull();

    const shopPage = await owner.open('/console/shop');
    const present = shopPage.root.querySelector('input[name=unusual_percent]');
    const done = await changed('shop', 'catalog-settings', { unusual_percent: '77' });
    const undone = await owner.send(done, 'undo');
    const value = undone.root.querySelector('input[name=unusual_percent]')?.getAttribute('value');
    expect(value).toBe(present?.getAttribute('value'));

    const colored = await changed('shop', 'branding', { color: '#345678' });
    await owner.send(colored, 'undo');
    const branding = await soukJson<{ color: string | null }>(shop, 'branding', 'show');
    expect(branding.color).toBeNull();
  });

  it('of many prices is undone from the page that lists them', async () => {
    const categoryId = await shop.category();
    const product = await shop.product({ price: '2', categoryId });
    const asked = await owner.send(await owner.open('/console/prices'), 'preview', {
      ...{ target: 'category', id: String(categoryId), percentage: '10' },
    });
    const done = await owner.send(asked, 'apply');
    expect(done.text).toContain('2.2');
    const undone = await owner.send(done, 'undo');
    expect([undone.path, undone.text]).toEqual([
      '/console/prices?done=undone',
      expect.stringContaining('It is as it was before.'),
    ]);
    const [{ price } = { price: 0 }] = await shop.db.query<{ price: number }>(
      'SELECT price::float FROM products WHERE id = $1',
      [product],
    );
    expect(price).toBe(2);
  });

  it('needs no permission but that of the change', async () => {
    const account = await shop.account();
    const max = fresh('max');
    const finance = await operatorBrowser(shop, 'finance', max);
    const page = await finance.open(`/console/accounts/${account.id}`);
    const done = await finance.send(page, 'credit-limit', { credit_limit: '7' });
    await finance.send(done, 'undo');
    const { credit_limit: limit } = await soukJson<{ credit_limit: string }>(
      shop,
      ...['account', 'show', String(account.id)],
    );
    expect(limit).toBe('0');
  });
});

describe('what is not undone', () => {
  it('is what was sent unchanged, or together with a secret', async () => {
    const product = await shop.product({ price: '1' });
    const page = await owner.open(`/console/catalog/products/${product}`);
    const same = await owner.send(page, 'settings', { price: '1' });
    expect([same.status, same.root.querySelectorAll('form.undo').length]).toEqual([200, 0]);

    const supplier = fresh('acme');
    await owner.send(await owner.open('/console/suppliers'), 'suppliers', {
      ...{ name: supplier, url: shop.baseUrl, token: fresh('token') },
    });
    const settings = await owner.open(`/console/suppliers/${supplier}`);
    const typed = { token: fresh('token'), low_balance: '7' };
    const done = await owner.send(settings, 'settings', typed);
    expect([done.status, done.root.querySelectorAll('form.undo').length]).toEqual([200, 0]);
  });

  it('is what somebody has changed since, and both values are shown', async () => {
    const id = await group();
    const [mine, other] = [fresh('Silver'), fresh('Bronze')];
    const done = await changed(`groups/${id}`, 'rename', { name: mine });
    await soukJson(shop, 'group', 'rename', mine, other);
    const refused = await owner.send(done, 'undo');
    expect([refused.status, plain(refused.text)]).toEqual([
      409,
      expect.stringContaining('Somebody has changed it since, so nothing was undone.'),
    ]);
    expect(plain(refused.text)).toMatch(new RegExp(`${mine} ${other}`));
    expect(refused.root.querySelectorAll('[role=alert]').length).toBe(1);
    expect(await nameOf(id)).toBe(other);

    const product = await shop.product({ price: '1' });
    const priced = await changed(`catalog/products/${product}`, 'settings', { price: '1.1' });
    await soukJson(shop, 'product', 'set', String(product), '--price', '1.3');
    const left = await owner.send(priced, 'undo');
    expect([left.status, plain(left.text)]).toEqual([
      409,
      expect.stringMatching(/1 then 1\.1 \+10 % 1\.3/),
    ]);
  });

  it('is what is older than a minute, or was done by somebody else', async () => {
    const id = await group();
    const done = await changed(`groups/${id}`, 'rename', { name: fresh('Silver') });
    const bob = await operatorBrowser(shop, 'owner', fresh('bob'));
    const fields = new URLSearchParams({
      entry: done.form('undo').querySelector('input[name=entry]')?.getAttribute('value') ?? '',
      page: `groups/${id}`,
    });
    expect((await bob.open(done.path)).answer.text).not.toContain('class="inline undo"');
    const foreign = await bob.post('/console/undo', fields);
    expect([foreign.status, foreign.text]).toEqual([
      409,
      expect.stringContaining('Only your own change can be undone here, for a minute.'),
    ]);

    // Entries are never changed, so this is nothing that a shop can do.
    await shop.db.query(`
      ALTER TABLE audit_entries DISABLE TRIGGER USER;
      UPDATE audit_entries SET at = at - interval '61 seconds' WHERE id = ${fields.get('entry')};
      ALTER TABLE audit_entries ENABLE TRIGGER USER`);
    expect((await owner.open(done.path)).answer.text).not.toContain('class="inline undo"');
    const late = await owner.send(done, 'undo');
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('for a minute')]);
    // It is taken back by its page.
    const entry = await owner.go(late, 'To the change in the audit');
    const asked = await owner.send(entry, 'take-back');
    expect((await owner.send(asked, 'take-back')).text).toContain('Taken back.');
  });

  it('is money, and nothing offers it', async () => {
    const account = await shop.account();
    const page = await owner.open(`/console/accounts/${account.id}/statement`);
    const done = await owner.send(page, 'deposits', { amount: '5', reference: fresh('d') });
    expect([done.status, done.answer.text]).toEqual([200, expect.not.stringContaining('"undo"')]);
    const [entry] = await shop.db.query<{ id: string }>(
      `SELECT id FROM audit_entries WHERE actor = $1 AND action = 'balance deposit'`,
      [`operator:${name}`],
    );
    const fields = new URLSearchParams({ entry: entry?.id ?? '', page: '' });
    const refused = await owner.post('/console/undo', fields);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('never go back')]);
  });
});

it('a taking back of settings that all were changed since says what they are', async () => {
  const [former, mine, other] = [fresh('Gold'), fresh('Silver'), fresh('Bronze')];
  const id = await group(former);
  await soukJson(shop, 'group', 'rename', former, mine);
  await soukJson(shop, 'group', 'rename', mine, other);
  const history = await owner.open(`/console/audit?target=group%20${id}`);
  const links = history.root
    .querySelectorAll('tbody tr a')
    .map((link) => link.getAttribute('href'));
  const { pathname } = new URL(links[1] ?? '', 'http://shop.invalid/console/audit');
  const entry = await owner.open(pathname);
  const refused = await owner.send(entry, 'take-back');
  expect([refused.status, plain(refused.text)]).toEqual([
    409,
    expect.stringMatching(new RegExp(`Nothing goes back.*${mine} ${other}`)),
  ]);
});
