import type { TestBrowser } from '../support/test-browser.js';
import { changesOf } from '../support/audit-rows.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const HOSTILE = '<img src=x onerror=alert(1)>';

let shop: TestShop;
let ada: TestBrowser;
let adasName: string;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  adasName = fresh('ada');
  ada = await operatorBrowser(shop, 'finance', adasName);
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
});

const page = (): string => `/console/accounts/${account.id}/statement`;
const balance = async (): Promise<string> => {
  const select = 'SELECT trim_scale(balance)::text AS balance FROM accounts WHERE id = $1';
  const [row] = await shop.db.query<{ balance: string }>(select, [account.id]);
  return row?.balance ?? '';
};

describe('a deposit', () => {
  it('is booked once, with the balance before and after it', async () => {
    const shown = await ada.open(page());
    const typed = { amount: '0.00000001', reference: 'invoice-1', note: HOSTILE };
    const booked = await ada.send(shown, 'deposits', typed);
    expect(booked.text).toContain('The deposit is booked.');
    const row = booked.root.querySelector('tbody tr')?.structuredText.replaceAll(/\s+/g, ' ');
    expect(row).toMatch(/0\.0000… USD ?100\.00 USD ?100\.0000… USD/);
    expect(booked.answer.text).toContain('title="100.00000001 USD"');
    expect(row).toMatch(new RegExp(`invoice-1 .* ${adasName}$`));
    expect(booked.answer.text).not.toContain('<img');
    expect((await ada.send(shown, 'deposits', typed)).status).toBe(200);
    expect(await balance()).toBe('100.00000001');
    expect(await changesOf(shop, 'balance deposit', account.id)).toEqual([
      {
        before: { balance: '100', credit_limit: '0', spendable: '100' },
        after: { balance: '100.00000001', credit_limit: '0', spendable: '100.00000001' },
      },
    ]);
  });

  it.each(['', '1e3', '-1', '0.000000001', '1,5', '0'])('of %j is refused', async (amount) => {
    const typed = { amount, note: 'kept note' };
    const refused = await ada.send(await ada.open(page()), 'deposits', typed);
    expect([refused.status, refused.answer.text.includes('value="kept note"')]).toEqual([
      422,
      true,
    ]);
    expect(refused.root.querySelector('[role="alert"]')).not.toBeNull();
    expect(await balance()).toBe('100');
  });

  it('is not booked again under a reference that was used', async () => {
    const typed = { amount: '5', reference: 'invoice-2' };
    await ada.send(await ada.open(page()), 'deposits', typed);
    const again = await ada.send(await ada.open(page()), 'deposits', typed);
    expect([again.status, await balance()]).toEqual([409, '105']);
  });

  it('is not changed by sending the same form with other values', async () => {
    const shown = await ada.open(page());
    await ada.send(shown, 'deposits', { amount: '5' });
    const other = await ada.send(shown, 'deposits', { amount: '6' });
    expect([other.status, await balance()]).toEqual([409, '105']);
    const unkeyed = new URLSearchParams({ amount: '7' });
    const { status } = await ada.post(`/console/accounts/${account.id}/deposits`, unkeyed);
    expect([status, await balance()]).toEqual([400, '105']);
  });
});

describe('an adjustment', () => {
  it('takes away for a reason, within the credit limit', async () => {
    const shown = await ada.open(page());
    const without = await ada.send(shown, 'adjustments', { amount: '-10', reason: ' ' });
    expect(without.status).toBe(422);
    const tooMuch = { amount: '-100.01', reason: 'Too far.', confirmed: 'on' };
    const far = await ada.send(without, 'adjustments', tooMuch);
    expect([far.status, await balance()]).toEqual([409, '100']);
    const exact = { amount: '-0.00000001', reason: 'Paid twice.' };
    const whole = await ada.send(far, 'adjustments', exact);
    expect(whole.text).toMatch(/-0\.00000001 USD.*100\.00 USD.*99\.99999999 USD/);
    const asked = await ada.send(far, 'adjustments', { amount: '-10', reason: 'Paid twice.' });
    expect(asked.text).toMatch(/are you sure\?.*-10\.00 USD.*100\.00 USD.*90\.00 USD/);
    expect(await balance()).toBe('100');
    const done = await ada.send(asked, 'adjustments');
    expect(done.text).toMatch(/The adjustment is booked.*-10\.00 USD.*100\.00 USD.*90\.00 USD/);
    expect(done.text).toContain('Paid twice.');
    expect(await changesOf(shop, 'balance adjust', account.id)).toMatchObject([
      { before: { balance: '100' }, after: { balance: '90' } },
    ]);
  });
});

describe('the statement', () => {
  it('is read in pages, newest first, and leads to the orders', async () => {
    const product = await shop.product({ price: '1', name: 'Gold <b>' });
    const { json } = await account.api(
      `/client/api/newOrder/${product}/params?order_uuid=8ae8ac6b-8d3a-4b4f-90c5-2c0a1a0e6b4b`,
    );
    const { order_id: order } = (json as { data: { order_id: string } }).data;
    const first = await ada.open(page());
    expect((await ada.go(first, order)).path).toBe(`/console/orders/${order}`);
    for (let made = 0; made < 50; made++) {
      await ada.send(first, 'deposits', { amount: '1', form_key: uuid(made) });
    }
    const made = await ada.open(page());
    expect(made.text).toContain(`without reference and note ${adasName}`);
    expect(made.text).not.toMatch(/request [0-9a-f]/);
    const second = await ada.go(made, 'Next page');
    expect(second.root.querySelectorAll('tbody tr')).toHaveLength(2);
    expect(second.text).toMatch(/order -1\.00 USD.*100\.00 USD.*99\.00 USD/);
    expect((await ada.open(`${page()}?cursor=x`)).status).toBe(422);

    // By time the same entries come in the same order, and the next page keeps the time.
    const chosen = { from: '2026-01-01T00:00', to: '2999-01-01T00:00' };
    const all = await ada.send(second, 'statement', chosen);
    const rest = await ada.go(all, 'Next page');
    expect([all, rest].map((one) => one.root.querySelectorAll('tbody tr').length)).toEqual([50, 2]);
    expect(rest.text).toMatch(/order -1\.00 USD.*Gold <b>.*deposit 100\.00 USD/);
    expect(rest.text).toMatch(
      /this page only Opening balance 0\.00 USD Came in 100\.00 USD Went out -1\.00 USD Closing balance 99/,
    );
    const paper = await ada.go(all, 'For printing');
    expect(paper.root.querySelectorAll('tbody tr')).toHaveLength(52);
    expect(paper.text).toMatch(/Opening balance 0\.00 USD .*Closing balance 149\.00 USD/);
    expect(paper.text).toMatch(/deposit 100\.00 USD .*order -1\.00 USD .*Gold <b>/);
    expect(paper.root.querySelectorAll('nav, form, input, button, header')).toEqual([]);
    expect(paper.text).not.toMatch(/[0-9a-f]{32}/);
    expect((await ada.go(paper, 'Back')).path).toBe(all.path);
    const whole = await ada.open(`${all.path.replace(/\?.*/, '')}?print=1`);
    expect(whole.text).toMatch(/From \d+ \w+ \d{4}, .* Opening balance/);
    const file = await ada.go(all, 'Save as CSV');
    expect(file.answer.text.trim().split('\r\n')).toHaveLength(53);
    const before = await ada.go(all, 'Last week');
    expect(before.text).not.toContain('Came in');
    const later = await ada.send(all, 'statement', { from: '2999-01-01T00:00', to: '' });
    expect(later.root.querySelectorAll('tbody tr')).toEqual([]);
    const wrong = await ada.send(all, 'statement', { from: 'yesterday' });
    expect([wrong.status, wrong.answer.text.includes('value="yesterday"')]).toEqual([422, true]);
  });

  it('of others is read, and nothing moved, by those who may only read', async () => {
    const viewer = await operatorBrowser(shop, 'viewer', fresh('viewer'));
    const shown = await viewer.open(page());
    expect([shown.status, shown.root.querySelectorAll('main form[method="post"]')]).toEqual([
      200,
      [],
    ]);
    for (const change of ['deposits', 'adjustments']) {
      const fields = new URLSearchParams({ amount: '1', reason: 'x', form_key: uuid(0) });
      const path = `/console/accounts/${account.id}/${change}`;
      expect((await viewer.post(path, fields)).status).toBe(403);
    }
    expect(await balance()).toBe('100');
  });
});

const uuid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
