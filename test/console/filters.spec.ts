import { operatorBrowser } from '../support/console-operator.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let ada: TestBrowser;

beforeAll(async () => {
  shop = await workerShop();
  ada = await operatorBrowser(shop, 'owner', fresh('ada'));
});

/** What the list is filtered by, as the links say it. */
function chipsOf(page: ShownPage): string[] {
  return page.root.querySelectorAll('.chips a').map(({ text }) => text);
}

/** The fields that are in sight at once. */
function inSight(page: ShownPage): (string | undefined)[] {
  const fields = page.root.querySelectorAll('form.filter > .field :is(input, select)');
  return fields.map((field) => field.getAttribute('name'));
}

describe('the filters of a list', () => {
  it('are one line, with the others behind a word, open once one of them is refused', async () => {
    const plain = await ada.open('/console/orders');
    expect(inSight(plain)).toEqual(['text']);
    expect(plain.root.querySelector('form.filter details [name="status"]')).not.toBeNull();
    expect(plain.root.querySelector('form.filter details[open]')).toBeNull();
    expect(plain.root.querySelector('form.filter')?.text).not.toContain('optional');
    expect(chipsOf(plain)).toEqual([]);
    const refused = await ada.send(plain, 'orders', { product_id: 'none of them' });
    expect(refused.status).toBe(422);
    expect(refused.root.querySelector('form.filter details[open] .fault')).not.toBeNull();
    expect((await ada.go(refused, 'Product: none of them ×')).status).toBe(200);
  });

  it('are told by name, and each is taken away by its link, the others kept', async () => {
    const name = fresh('acme');
    const { id } = await shop.account({ name: `${name} <b>` });
    const search = await ada.open('/console/orders');
    const typed = { status: 'wait', account_id: name, from: '2026-01-02T03:04' };
    const found = await ada.send(search, 'orders', typed);
    const [state, account, from] = [
      'State: waiting ×',
      `Account: ${name} <b> ×`,
      'From: 2 Jan 2026, 03:04:00 ×',
    ];
    expect(chipsOf(found)).toEqual([state, account, from, 'Clear all']);
    const chip = found.root.querySelector('.chips a');
    expect(chip?.getAttribute('aria-label')).toBe('Show without \u2068State: waiting\u2069');
    const without = await ada.go(found, state);
    expect(without.path).toBe(`/console/orders?account_id=${id}&from=2026-01-02T03%3A04`);
    expect(chipsOf(without)).toEqual([account, from, 'Clear all']);
    expect(chipsOf(await ada.go(without, from))).toEqual([account]);
    const card = fresh('Gift card');
    await shop.product({ name: card });
    const sold = await ada.send(search, 'orders', { product_id: card });
    expect([sold.status, chipsOf(sold)]).toEqual([200, [`Product: ${card} ×`]]);
    expect((await ada.go(found, 'Clear all')).path).toBe('/console/orders');
  });

  it.each([
    ['accounts', 'text=acme', ['text'], ['Search: acme ×']],
    ['waiting', 'product_id=999999&sort=oldest', ['product_id'], ['Product: 999999 ×']],
    ['waiting', 'sort=newest', ['product_id'], ['First: the newest ×']],
    ['refusals', 'code=105', ['account_id'], [expect.stringMatching(/^Code: 105 · .* ×$/)]],
    ['audit', 'actor=ada', ['target'], ['By: ada ×']],
    ['catalog', 'text=uc', ['text'], ['Product or category: uc ×']],
    ['reports', 'by=product', ['by', 'from', 'to'], ['A row for each: Product ×']],
    ['reports/balances', 'below=5', ['below'], []],
  ])('stand on the page of %s?%s', async (page, query, fields, chips) => {
    const shown = await ada.open(`/console/${page}?${query}`);
    expect([shown.status, inSight(shown), chipsOf(shown)]).toEqual([200, fields, chips]);
  });

  it('name the group whose accounts a link has asked for', async () => {
    const name = fresh('VIP & friends');
    await shop.account({ name: 'Member', group: name });
    const [group] = await shop.db.query<{ id: number }>(
      'SELECT id FROM account_groups WHERE name = $1',
      [name],
    );
    const members = await ada.open(`/console/accounts?group_id=${group?.id}`);
    expect(members.text).toContain('Member');
    expect(chipsOf(members)).toEqual([`Group: ${name} ×`]);
    const kept = members.root.querySelector('form.filter [name="group_id"]');
    expect(kept?.getAttribute('value')).toBe(String(group?.id));
    expect((await ada.go(members, `Group: ${name} ×`)).path).toBe('/console/accounts');
  });
});
