import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import { changesOf } from '../support/audit-rows.js';
import { operatorBrowser } from '../support/console-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const HOSTILE = '</code><script>alert(1)</script>';

let shop: TestShop;
let ada: TestBrowser;
let account: TestAccount;

beforeAll(async () => {
  // A shop of its own: the addresses of callers are those that a proxy tells, by a setting.
  shop = await startTestShop({ TRUST_PROXY: '127.0.0.1' });
  ada = await operatorBrowser(shop, 'owner', 'ada');
});
afterAll(() => shop.close());
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
});

const page = (rest = ''): string => `/console/accounts/${account.id}/${rest}`;
const tokenIn = ({ text }: ShownPage): string => /\b[0-9a-f]{64}\b/.exec(text)?.[0] ?? '';

/** Sends the form that asks whose token a text is. */
function askWhose(browser: TestBrowser, shown: ShownPage, text: string): Promise<ShownPage> {
  const form = shown.root.querySelector('form[aria-label="Whose token is this?"]');
  return browser.send(shown, form?.getAttribute('action') ?? '', { token: text });
}

/** The status of a request with a token, from an address. */
async function statusFrom(address: string, token = account.token): Promise<number> {
  const headers = { 'X-Forwarded-For': address };
  return (await shop.request('/client/api/products', { token, headers })).status;
}

describe('a token', () => {
  it('is shown once, by the page that answers its form', async () => {
    const shown = await ada.open(page('tokens'));
    const issued = await ada.send(shown, 'tokens', {
      label: HOSTILE,
      scopes: ['catalog', 'books'],
      allowed_ips: '203.0.113.0/24\r\n\r\n198.51.100.7',
      daily_cap: '12.5',
      expires_at: '2099-01-31T18:00',
    });
    const token = tokenIn(issued);
    expect(issued.text).toContain('Copy it now');
    expect(await statusFrom('203.0.113.9', token)).toBe(200);
    expect(await statusFrom('192.0.2.1', token)).toBe(403);

    const list = await ada.go(issued, 'Back to the tokens');
    expect(list.text).not.toContain(token);
    expect(list.text).toMatch(/valid ?catalog, books ?12\.50 USD ?31 Jan 2099, 18:00:00/);
    expect(list.answer.text).not.toContain('<script>a');
    expect(await changesOf(shop, 'token issue', account.id)).toMatchObject([
      { before: null, after: { allowed_ips: ['203.0.113.0/24', '198.51.100.7/32'] } },
    ]);
  });

  it('is not issued with values that are none, and the form keeps them', async () => {
    const shown = await ada.open(page('tokens'));
    const typed = {
      label: 'kept',
      scopes: ['rotate'],
      allowed_ips: 'nowhere',
      daily_cap: '-1',
      expires_at: '2020-01-01T00:00',
    };
    const refused = await ada.send(shown, 'tokens', typed);
    expect([refused.status, tokenIn(refused)]).toEqual([422, '']);
    const faults = refused.root.querySelectorAll('.fault').length;
    const form = refused.form('tokens');
    const ticked = form.querySelectorAll('input[checked]').map((one) => one.getAttribute('value'));
    expect([faults, ticked]).toEqual([3, ['rotate']]);
    expect(form.querySelector('textarea')?.text).toBe('nowhere');
  });

  it('is changed, unless somebody was faster, and revoked', async () => {
    const first = await ada.open(page('tokens'));
    const token = tokenIn(await ada.send(first, 'tokens', { label: 'bot' }));
    const list = await ada.open(page('tokens'));
    const id = idOf(list);
    const [mine, other] = [await ada.go(list, 'bot'), await ada.go(list, 'bot')];
    const changed = await ada.send(mine, `tokens/${id}`, {
      label: 'Shop bot',
      scopes: 'orders',
      daily_cap: '5',
    });
    expect(changed.text).toMatch(/The token is changed.*Shop bot/);
    expect(await statusFrom('192.0.2.1', token)).toBe(403);
    const late = await ada.send(other, `tokens/${id}`, { scopes: ['catalog'] });
    expect([late.status, late.answer.text.includes('value="5"')]).toEqual([412, true]);
    const wrong = await ada.send(late, `tokens/${id}`, { daily_cap: 'x' });
    expect([wrong.status, wrong.answer.text.includes('value="x"')]).toEqual([422, true]);
    const open = await ada.send(wrong, `tokens/${id}`, { daily_cap: '', scopes: ['catalog'] });
    expect([open.status, await statusFrom('192.0.2.1', token)]).toEqual([200, 200]);

    const asked = await ada.send(open, 'revoke');
    expect([asked.text.includes('Shop bot'), await statusFrom('192.0.2.1', token)]).toEqual([
      true,
      200,
    ]);
    const revoked = await ada.send(asked, 'revoke');
    expect(revoked.text).toContain('The token is revoked.');
    expect(revoked.root.querySelectorAll('main form')).toEqual([]);
    expect(await statusFrom('192.0.2.1', token)).toBe(401);
    const audit = await shop.db.query<{ action: string }>(
      "SELECT action FROM audit_entries WHERE details ->> 'token' = $1 AND outcome = 'done'",
      [id],
    );
    expect(audit.map(({ action }) => action)).toEqual(['token set', 'token set', 'token revoke']);
  });

  it('that was found somewhere is told whose it is, also revoked, and is in no answer', async () => {
    const issued = await ada.send(await ada.open(page('tokens')), 'tokens', { label: HOSTILE });
    const token = tokenIn(issued);
    const list = await ada.open(page('tokens'));
    const id = idOf(list);
    for (const path of ['/console/accounts', page('tokens'), '/console/tokens']) {
      const found = await askWhose(ada, await ada.open(path), ` ${token} `);
      expect([found.status, found.path]).toEqual([200, '/console/tokens']);
      expect(found.text).toMatch(/Acc[^]*valid[^]*Last used ?never/);
      expect((await ada.go(found, HOSTILE)).path).toBe(page(`tokens/${id}`));
      expect(found.answer.text).not.toMatch(new RegExp(`${token}|<script>a`));
    }
    await ada.send(await ada.send(await ada.open(page(`tokens/${id}`)), 'revoke'), 'revoke');
    const viewer = await operatorBrowser(shop, 'viewer', 'looker');
    const asking = await viewer.open('/console/tokens');
    const revoked = await askWhose(viewer, asking, token);
    expect(revoked.text).toMatch(/revoked/);

    for (const text of [token.toUpperCase(), token.slice(1), "' OR ''='", '🙂']) {
      const none = await askWhose(ada, asking, text);
      expect([none.status, none.text.includes('No account has this token')]).toEqual([200, true]);
      expect(none.answer.text).not.toContain(text);
    }
    for (const text of ['', ' ', 'a\0b', '\ud800', 'x'.repeat(5_000)]) {
      const refused = await askWhose(ada, asking, text);
      expect([200, 422]).toContain(refused.status);
    }
    const typed = await ada.open(`/console/accounts?text=${token}`);
    expect(typed.text).toContain('looks like a token');
    expect(typed.root.querySelector('main')?.outerHTML).not.toContain(token);
  });

  it('is shown with its own account only', async () => {
    await ada.send(await ada.open(page('tokens')), 'tokens', { label: 'bot' });
    const id = idOf(await ada.open(page('tokens')));
    const other = await shop.account();
    const path = `/console/accounts/${other.id}/tokens/${id}`;
    expect((await ada.open(path)).status).toBe(404);
    expect((await ada.post(`${path}/revoke`, new URLSearchParams())).status).toBe(404);
    expect((await ada.open(page(`tokens/${id}`))).text).toContain('valid');
  });

  it('is only read by those who may not issue it, and revoked by some of them', async () => {
    await ada.send(await ada.open(page('tokens')), 'tokens', { label: 'bot' });
    const id = idOf(await ada.open(page('tokens')));
    const viewer = await operatorBrowser(shop, 'viewer');
    const shown = await viewer.open(page(`tokens/${id}`));
    expect(shown.root.querySelectorAll('main form')).toEqual([]);
    for (const path of ['tokens', `tokens/${id}`, `tokens/${id}/revoke`]) {
      expect((await viewer.post(page(path), new URLSearchParams())).status).toBe(403);
    }
    const support = await operatorBrowser(shop, 'support');
    const asked = await support.send(await support.open(page(`tokens/${id}`)), 'revoke');
    const revoked = await support.send(asked, 'revoke');
    expect(revoked.text).toContain('The token is revoked.');
  });
});

describe('an Allowed IP', () => {
  it('that is the first one closes all others, after a warning only', async () => {
    await usedFrom('198.51.100.7');
    const shown = await ada.open(page('allowed-ips'));
    expect(shown.text).toContain('may call from everywhere');
    expect(shown.text).toContain('198.51.100.7');
    const asked = await ada.send(shown, 'add', { range: '203.0.113.7' });
    expect(asked.text).toMatch(/This is the first address.*203\.0\.113\.7\/32.*198\.51\.100\.7/);
    expect(await statusFrom('198.51.100.7')).toBe(200);
    // Without the tick it is asked again.
    const again = await ada.send(asked, 'add');
    expect(again.text).toContain('This is the first address');
    expect(await statusFrom('198.51.100.7')).toBe(200);
    const added = await ada.send(again, 'add', { confirmed: 'on' });
    expect(added.text).toContain('The address is allowed.');
    expect([await statusFrom('198.51.100.7'), await statusFrom('203.0.113.7')]).toEqual([403, 200]);
    expect(await changesOf(shop, 'ip add', account.id)).toEqual([
      { before: { allowed_ips: [] }, after: { allowed_ips: ['203.0.113.7/32'] } },
    ]);
  });

  it('that is the last one, or in use, is not removed without a warning', async () => {
    await ada.post(page('allowed-ips/add'), ticked('203.0.113.0/24'));
    await usedFrom('203.0.113.9');
    const one = await ada.open(page('allowed-ips'));
    const last = await ada.send(one, 'remove');
    expect(last.text).toContain('This is the last address');
    const two = await ada.send(one, 'add', { range: '2001:db8::/32' });
    expect(two.text).toContain('The address is allowed.');
    const used = await ada.post(page('allowed-ips/remove'), range('203.0.113.0/24'));
    expect(used.text).toMatch(/blocks an address.*203\.0\.113\.9/);
    const removed = await ada.post(page('allowed-ips/remove'), range('2001:db8::/32'));
    expect(removed.text).toContain('The address is off the list.');
    const missing = await ada.post(page('allowed-ips/remove'), ticked('192.0.2.1'));
    expect(missing.status).toBe(404);
    const opened = await ada.send(last, 'remove', { confirmed: 'on' });
    expect(opened.text).toContain('may call from everywhere');
    expect(await statusFrom('192.0.2.1')).toBe(200);
    expect(await changesOf(shop, 'ip remove', account.id)).toHaveLength(2);
  });

  it.each(['', 'nowhere', '10.0.0.1/33', '<b>x</b>'])('of %j is refused', async (text) => {
    const refused = await ada.send(await ada.open(page('allowed-ips')), 'add', { range: text });
    expect([refused.status, refused.text.includes('from everywhere')]).toEqual([422, true]);
    expect(refused.answer.text).not.toContain('<b>x');
  });

  it('is changed by those who may', async () => {
    const support = await operatorBrowser(shop, 'support', 'sue');
    const shown = await support.open(page('allowed-ips'));
    expect([shown.status, shown.root.querySelectorAll('main form')]).toEqual([200, []]);
    for (const path of ['allowed-ips/add', 'allowed-ips/remove']) {
      expect((await support.post(page(path), ticked('203.0.113.7'))).status).toBe(403);
    }
  });
});

/** The server notes the last use once a minute only. */
async function usedFrom(address: string): Promise<void> {
  const update = 'UPDATE access_tokens SET last_used_at = now(), last_used_from = $2';
  await shop.db.query(`${update} WHERE account_id = $1`, [account.id, address]);
}

/** Of the newest token of a list. */
function idOf(list: ShownPage): string {
  const link = list.root.querySelectorAll('tbody tr').at(-1)?.querySelector('a');
  return /\d+$/.exec(link?.getAttribute('href') ?? '')?.[0] ?? '';
}

const range = (text: string): URLSearchParams => new URLSearchParams({ range: text });
const ticked = (text: string): URLSearchParams =>
  new URLSearchParams({ range: text, confirmed: 'on' });
