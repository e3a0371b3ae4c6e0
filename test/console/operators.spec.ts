import { addOperator, operatorBrowser, PASSWORD, signIn } from '../support/console-operator.js';
import { TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let owner: TestBrowser;

beforeAll(async () => {
  // A shop of its own: its owner is the last one.
  shop = await startTestShop();
  owner = await operatorBrowser(shop, 'owner', 'ada');
});
afterAll(() => shop.close());

const audited = (action: string) =>
  shop.db.query<{ actor: string; before: unknown; after: unknown }>(
    `SELECT actor, before, after FROM audit_entries
     WHERE action = $1 AND actor = 'operator:ada' AND outcome = 'done' ORDER BY id`,
    [action],
  );

describe('a new operator', () => {
  it('gets a link that is shown once, and sets its password by it', async () => {
    const list = await owner.go(await owner.open('/console'), 'Operators');
    const made = await owner.send(list, 'operators', { name: ' Bob.X@shop ', role: 'support' });
    expect(made.title).toContain('bob.x@shop');
    const link = made.root.querySelector('.secret code')?.text ?? '';
    const path = new URL(link).pathname;
    const bob = new TestBrowser(shop.baseUrl);
    const set = await bob.send(await bob.open(path), path.slice(-64), {
      password: PASSWORD,
      repeat: PASSWORD,
    });
    expect([set.path, set.title]).toEqual(['/console', 'Today']);
    const page = await owner.go(made, 'I have kept it');
    expect([page.title, page.text]).toEqual(['bob.x@shop', expect.stringContaining('active')]);
    expect(await audited('operator create')).toMatchObject([
      { before: null, after: { role: 'support', password: false } },
    ]);
    expect(JSON.stringify(await audited('operator create'))).not.toContain(path.slice(-64));
  });

  it('needs a suitable name that nobody has', async () => {
    const list = await owner.open('/console/operators');
    const wrong = await owner.send(list, 'operators', { name: '<b>', role: 'support' });
    expect([wrong.status, wrong.answer.text]).toEqual([422, expect.stringContaining('&lt;b')]);
    expect(wrong.answer.text).not.toContain('<b>');
    const taken = await owner.send(list, 'operators', { name: 'ada', role: 'support' });
    expect(taken.status).toBe(409);
    const role = await owner.send(list, 'operators', { name: 'x', role: 'king' });
    expect(role.status).toBe(422);
  });
});

describe('an operator', () => {
  it('gets another role, by whoever has seen its present one', async () => {
    await addOperator(shop, 'carl', 'viewer');
    const page = await owner.open('/console/operators/carl');
    const other = await owner.open('/console/operators/carl');
    const given = { role: 'finance', two_factor_required: 'on' };
    const changed = await owner.send(page, 'operators/carl', given);
    expect(changed.text).toContain('The operator is changed.');
    expect(changed.text).toContain('Second factor required yes');
    const late = await owner.send(other, 'operators/carl', { role: 'support' });
    expect([late.status, late.text]).toEqual([412, expect.stringContaining('Role finance')]);
    expect(await audited('operator set')).toMatchObject([
      {
        before: { role: 'viewer', two_factor_required: false },
        after: { role: 'finance', two_factor_required: true },
      },
    ]);
    const again = await owner.send(late, 'operators/carl', { two_factor_required: undefined });
    expect(again.status).toBe(200);
  });

  it('is signed out, disabled, enabled and reset', async () => {
    const dora = await operatorBrowser(shop, 'support', 'dora');
    const page = await owner.open('/console/operators/dora');
    expect((await owner.send(page, 'dora/sign-out')).text).toContain('All sessions');
    expect((await dora.open('/console')).title).toBe('Sign in');

    const { browser: again } = await signIn(shop, 'dora');
    const asked = await owner.send(page, 'dora/disable');
    expect((await again.open('/console')).title).toBe('Today');
    const disabled = await owner.send(asked, 'dora/disable');
    expect(disabled.text).toContain('The operator is disabled.');
    expect((await again.open('/console')).title).toBe('Sign in');
    expect((await owner.send(disabled, 'dora/enable')).text).toContain('The operator is enabled.');
    expect((await signIn(shop, 'dora')).page.title).toBe('Today');

    const reset = await owner.send(page, 'dora/reset');
    expect(reset.root.querySelector('.secret code')?.text).toContain('/console/link/');
    const invited = await owner.open('/console/operators/dora');
    expect(invited.text).toContain('invited');
    expect((await owner.send(invited, 'dora/invite')).text).toContain('/console/link/');
    expect((await owner.open('/console/operators/nobody')).status).toBe(404);
  });

  it('who is the last owner stays', async () => {
    const page = await owner.open('/console/operators/ada');
    const disabled = await owner.send(page, 'ada/disable', { confirmed: 'on' });
    expect([disabled.status, disabled.text]).toEqual([409, expect.stringContaining('last owner')]);
    const changed = await owner.send(page, 'operators/ada', { role: 'viewer' });
    expect(changed.status).toBe(409);
  });

  it('is seen by managers, who change nothing, and by nobody else', async () => {
    const manager = await operatorBrowser(shop, 'manager');
    for (const [path, tab] of [
      ['operators', 'Operators'],
      ['operators/ada', 'Operators'],
      ['operator-tokens', 'Tokens of operators'],
      ['permissions', 'Permissions of the roles'],
    ] as const) {
      const page = await manager.open(`/console/${path}`);
      const marked = page.root.querySelectorAll('[aria-current]').map(({ text }) => text);
      expect(marked).toEqual(['Operators', tab]);
      expect([path, page.status, page.root.querySelectorAll('main form').length]).toEqual([
        path,
        200,
        0,
      ]);
    }
    const posts = ['operators', 'operators/ada', 'operators/ada/disable', 'operator-tokens'];
    for (const path of [...posts, 'operators/ada/reset', 'operator-tokens/1/revoke']) {
      const sent = await manager.post(`/console/${path}`, new URLSearchParams());
      expect([path, sent.status]).toEqual([path, 403]);
    }
    const viewer = await operatorBrowser(shop, 'viewer');
    expect((await viewer.open('/console/operators')).status).toBe(403);
  });
});

describe('the token of an operator', () => {
  const me = (token: string) =>
    shop.requestPage('/admin/api/v1/me', { headers: { Authorization: `Bearer ${token}` } });

  it('is shown once, works, and is revoked', async () => {
    const page = await owner.open('/console/operator-tokens');
    const made = await owner.send(page, 'operator-tokens', {
      role: 'finance',
      label: 'books <i>',
      expires_at: '2099-01-31',
      scopes: ['orders.read', 'reports.read'],
    });
    const token = made.root.querySelector('.secret code')?.text ?? '';
    expect(await me(token)).toMatchObject({
      status: 200,
      json: { name: 'ada', role: 'finance', permissions: ['orders.read', 'reports.read'] },
    });
    const list = await owner.go(made, 'I have kept it');
    expect(list.answer.text).not.toContain(token);
    expect(list.answer.text).not.toContain('<i>');
    expect(list.text).toMatch(/books <i> finance orders\.read, reports\.read 31 Jan 2099/);
    // Other cases have tokens in the list, too.
    const [row] = await shop.db.query<{ id: string }>(
      "SELECT id::text AS id FROM operator_tokens WHERE label = 'books <i>'",
    );
    const revoked = await owner.send(list, `/${row?.id}/revoke`);
    expect(revoked.text).toContain('The token is revoked.');
    expect((await me(token)).status).toBe(401);
    expect(await audited('operator token revoke')).toMatchObject([
      { before: { revoked: false }, after: { revoked: true } },
    ]);
    expect(
      (await owner.post('/console/operator-tokens/9/revoke', new URLSearchParams())).status,
    ).toBe(404);
  });

  it('cannot do more than its operator, or expire in the past', async () => {
    await addOperator(shop, 'eve', 'viewer');
    const page = await owner.open('/console/operator-tokens');
    const send = (typed: Record<string, string>) => owner.send(page, 'operator-tokens', typed);
    expect((await send({ operator: 'eve', role: 'manager' })).status).toBe(422);
    expect((await send({ operator: 'eve', scopes: 'stock.import' })).status).toBe(422);
    const past = await send({ expires_at: '2020-01-01', label: 'kept' });
    expect([past.status, past.answer.text]).toEqual([422, expect.stringContaining('"kept"')]);
    const limited = await send({ expires_at: '2020-01-01', scopes: 'orders.read' });
    const issued = await owner.send(limited, 'operator-tokens', { expires_at: '2099-01-31' });
    const token = issued.root.querySelector('.secret code')?.text ?? '';
    expect(await me(token)).toMatchObject({ json: { permissions: ['orders.read'] } });
    const never = await send({ operator: 'eve' });
    expect((await me(never.root.querySelector('.secret code')?.text ?? '')).status).toBe(200);
  });
});

describe('the table of permissions', () => {
  it('says what each role may do', async () => {
    const page = await owner.open('/console/permissions');
    const row = page.root
      .querySelectorAll('tr')
      .find(({ text }) => text.includes('orders.reverse'));
    expect(
      row
        ?.querySelectorAll('td')
        .slice(2)
        .map(({ text }) => text),
    ).toEqual([...['✓', '✓', '–', '–', '–']]);
  });
});
