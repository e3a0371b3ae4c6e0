import type { TestBrowser } from '../support/test-browser.js';
import { operatorBrowser } from '../support/console-operator.js';
import { changesOf } from '../support/audit-rows.js';
import { place } from '../support/book-pages.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';
import { changesBy, newestEntry } from './changes-by.js';
import { groupOf } from './group-of.js';
import { pageWith } from './page-with.js';

/** Would run, or end the text around it, if it were not escaped. */
const HOSTILE = '<script>alert(1)</script>"\'& \u202eevil';

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

const page = (rest = ''): string => `/console/accounts/${account.id}${rest}`;
const mayCall = async () => (await account.api('/client/api/profile')).status === 200;

describe('the accounts', () => {
  it('are made, and found by id, name and e-mail address', async () => {
    const list = await ada.open('/console/accounts');
    const mark = fresh('mark');
    const typed = { name: `${mark} 100% ${mark}${HOSTILE}`, email: `Boss@${mark}.example` };
    const made = await ada.send(list, 'accounts', typed);
    expect(made.text).toContain('The account is created.');
    const tokens = await ada.go(made, 'Issue a token');
    expect(tokens.root.querySelector('details[open]')).not.toBeNull();
    expect((await ada.go(made, 'Webhook')).text).toContain('The account has no webhook.');
    expect(made.title).toContain('alert(1)');
    expect(made.answer.text).not.toContain('<script>a');
    const id = made.path.replaceAll(/\D/g, '');
    for (const text of [`${mark.toUpperCase()} 100%`, `bOSS@${mark}.`, `${mark}<script>`]) {
      const found = await ada.open(`/console/accounts?text=${encodeURIComponent(text)}`);
      expect([text, found.root.querySelectorAll('tbody tr').length]).toEqual([text, 1]);
      expect(found.answer.text).not.toContain('<script>a');
    }
    const joker = await ada.open(`/console/accounts?text=${mark}+1_0`);
    expect(joker.text).toContain('No accounts match.');
    const byId = await ada.open(`/console/accounts?text=${id}`);
    expect(byId.path).toBe(`/console/accounts/${id}`);
    expect((await ada.open('/console/accounts?text=999999')).status).toBe(404);
    expect(await changesBy(shop, adasName, 'account create', began)).toEqual([
      { before: null, after: expect.objectContaining({ name: typed.name.trim() }) as object },
    ]);
  });

  it('are not made without a name', async () => {
    const list = await ada.open('/console/accounts');
    const refused = await ada.send(list, 'accounts', { name: ' ', email: 'kept@acme.example' });
    expect(refused.status).toBe(422);
    expect(refused.answer.text).toContain('value="kept@acme.example"');
    const open = refused.root.querySelectorAll('details[open]');
    expect(open.map((one) => one.querySelector('summary')?.text)).toEqual(['New account']);
  });

  it('are listed in pages, which keep the filter', async () => {
    const groups = await ada.open('/console/groups');
    const name = `${fresh('Gold')} ${HOSTILE}`;
    const made = await ada.send(groups, 'groups', { name });
    const listed = await pageWith(ada, made, name.slice(0, name.indexOf(HOSTILE)) + '<script>');
    expect(listed.answer.text).not.toContain('<script>a');
    const [{ id: group }] = (await shop.db.query('SELECT max(id) AS id FROM account_groups')) as [
      { id: number },
    ];
    for (let made = 0; made < 51; made++) {
      const { id } = await shop.account();
      await shop.db.query('UPDATE accounts SET group_id = $2 WHERE id = $1', [id, group]);
    }
    const first = await ada.open(`/console/accounts?group_id=${group}`);
    const second = await ada.go(first, 'Next page');
    const rows = [first, second].map((one) => one.root.querySelectorAll('tbody tr').length);
    expect(rows).toEqual([50, 1]);
    const again = await ada.send(made, 'groups', { name });
    expect([again.status, again.root.querySelector('[role="alert"]') !== null]).toEqual([
      409,
      true,
    ]);
  });
});

describe('an account', () => {
  it('begins with what it has, leads to technical settings last, and ends with what stops it', async () => {
    const sold = await shop.account({ balance: '5' });
    await place(sold, await shop.product({ price: '5' }));
    await place(await shop.account({ balance: '5' }), await shop.product({ price: '5' }));
    account = sold;
    const shown = await ada.open(page());
    const head = shown.root.querySelector('.head')?.structuredText.replaceAll(/\s+/g, ' ');
    expect(head).toMatch(/State: active Balance 0\.00 USD Can be spent 0\.00 USD /);
    expect(head).toMatch(/Sales of 30 days 5\.00 USD Orders: 1 Group none/);
    expect(await ada.go(shown, 'Make a deposit')).toMatchObject({ status: 200 });
    const links = shown.root.querySelectorAll('.parts a').map(({ text }) => text);
    expect([links.slice(0, 3), links.slice(-3)]).toEqual([
      ['Overview', 'Its orders', 'Balance and statement'],
      ['Allowed IPs', 'Webhook', 'Settings'],
    ]);
    const headings = shown.root.querySelectorAll('main h2').map(({ text }) => text);
    expect(headings.slice(-3)).toEqual([
      ...['Danger zone', 'Suspend the account', 'Has a token leaked?'],
    ]);
    expect((await ada.go(shown, 'To its tokens')).path).toBe(page('/tokens'));
  });

  it('is suspended and let in again', async () => {
    const asked = await ada.send(await ada.open(page()), 'suspend', { part: 'everything' });
    expect([asked.text.includes('are you sure?'), await mayCall()]).toEqual([true, true]);
    const suspended = await ada.send(asked, 'suspend');
    expect(suspended.text).toContain('The account is suspended.');
    expect(await mayCall()).toBe(false);
    const resumed = await ada.send(suspended, 'resume');
    expect(resumed.text).toContain('The account may use the API again.');
    expect(await mayCall()).toBe(true);
    const changes = await changesOf(shop, 'account suspend', account.id);
    expect(changes).toMatchObject([
      { before: { api_permitted: true }, after: { api_permitted: false } },
    ]);
    expect(await changesOf(shop, 'account resume', account.id)).toHaveLength(1);
  });

  it('has a credit limit, which is exact', async () => {
    const shown = await ada.open(page());
    const wrong = await ada.send(shown, 'credit-limit', { credit_limit: '1e3' });
    expect([wrong.status, wrong.answer.text.includes('value="1e3"')]).toEqual([422, true]);
    const set = await ada.send(wrong, 'credit-limit', { credit_limit: '50.12345678' });
    expect(set.text).toMatch(/ 150\.12345678 USD Credit limit: 50\.12345678 USD/);
    expect(await changesOf(shop, 'account set', account.id)).toMatchObject([
      { before: { credit_limit: '0' }, after: { credit_limit: '50.12345678' } },
    ]);
  });

  it('orders again after its orders were halted, once its books are right', async () => {
    const halt = `UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = $2 WHERE id = $1`;
    await shop.db.query(halt, [account.id, HOSTILE]);
    const halted = await ada.open(page());
    expect(halted.text).toContain('orders halted');
    expect(halted.answer.text).not.toContain('<script>a');
    await shop.db.query('UPDATE accounts SET balance = balance + 1 WHERE id = $1', [account.id]);
    const refused = await ada.send(halted, 'resume-orders');
    expect([refused.status, refused.root.querySelector('[role="alert"]') !== null]).toEqual([
      409,
      true,
    ]);
    await shop.db.query('UPDATE accounts SET balance = balance - 1 WHERE id = $1', [account.id]);
    const resumed = await ada.send(refused, 'resume-orders');
    expect(resumed.text).toContain('the account may order again');
    expect(resumed.text).not.toContain('orders halted');
  });
});

describe('the settings of an account', () => {
  it('are changed all at once, and set back to the defaults of the server', async () => {
    const { id: group } = await groupOf(shop, fresh('Silver'));
    const shown = await ada.open(page('/settings'));
    const typed = {
      name: 'Renamed',
      email: 'new@acme.example',
      phone: '+357 99112233',
      telegram: '@acme',
      tags: 'wholesale Cyprus',
      note: 'Pays on Fridays.',
      group_id: String(group),
      testing: 'on',
      show_unavailable: 'on',
      requests_per_minute: '600',
      orders_per_minute: '0',
      error_http_status: 'orders-200',
      order_uuid: 'opaque',
    };
    const changed = await ada.send(shown, 'settings', typed);
    expect(changed.text).toContain('The settings are saved.');
    const overview = (await ada.open(page())).text;
    expect(overview).toMatch(/Silver.*yes.*yes.*600.*no limit/);
    expect(overview).toMatch(
      /Phone.*99112233.*Telegram.*@acme.*Tags.*wholesale Cyprus.*Note.*Pays/,
    );
    const cleared = await ada.send(changed, 'settings', {
      group_id: '',
      testing: [],
      email: '',
      requests_per_minute: '',
      order_uuid: '',
    });
    expect(cleared.status).toBe(200);
    const audit = await changesOf(shop, 'account set', account.id);
    expect(audit).toMatchObject([
      {
        before: { group_id: null, testing: false, requests_per_minute: null },
        after: { group_id: group, testing: true, requests_per_minute: 600, orders_per_minute: 0 },
      },
      {
        after: {
          group_id: null,
          testing: false,
          email: '',
          requests_per_minute: null,
          order_uuid: null,
        },
      },
    ]);
  });

  it('are refused with what was typed, and shown anew after a lost race', async () => {
    const [mine, other] = [await ada.open(page('/settings')), await ada.open(page('/settings'))];
    const wrong = await ada.send(mine, 'settings', { name: 'Kept', orders_per_minute: 'many' });
    expect([wrong.status, wrong.answer.text.includes('value="Kept"')]).toEqual([422, true]);
    await ada.send(other, 'settings', { name: 'Faster' });
    const late = await ada.send(mine, 'settings', { name: 'Slower' });
    expect([late.status, late.answer.text.includes('value="Faster"')]).toEqual([412, true]);
    expect((await ada.send(late, 'settings', { name: 'Slower' })).title).toContain('Slower');
    const untagged = await ada.post(page('/settings'), new URLSearchParams({ name: 'x' }));
    expect(untagged.status).toBe(400);
  });
});

describe('who may read only', () => {
  it('sees no form that changes something, and is refused', async () => {
    const viewer = await operatorBrowser(shop, 'viewer', fresh('viewer'));
    for (const path of ['/console/accounts', page(), '/console/groups']) {
      const forms = (await viewer.open(path)).root.querySelectorAll('main form');
      const changing = forms.filter((form) => form.getAttribute('method') !== 'get');
      // Whose token is this? changes nothing, nor does the choice of columns in the shop.
      const actions = changing.map((form) => form.getAttribute('action') ?? '');
      expect(actions.filter((to) => !/tokens$|preferences$/.test(to))).toEqual([]);
    }
    const posts = ['', '/settings', '/suspend', '/resume', '/resume-orders', '/credit-limit'];
    const paths = ['/console/accounts', '/console/groups', ...posts.slice(1).map(page)];
    for (const path of paths) {
      const { status } = await viewer.post(path, new URLSearchParams({ name: 'x' }));
      expect([path, status]).toEqual([path, 403]);
    }
    expect((await viewer.open(page('/settings'))).status).toBe(403);
  });
});
