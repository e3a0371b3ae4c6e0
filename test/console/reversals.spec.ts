import { operatorBrowser } from '../support/console-operator.js';
import { acceptedOrder } from '../support/reversals.js';
import type { TestBrowser } from '../support/test-browser.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';
import { changesBy } from './changes-by.js';

const HOSTILE = '<script>alert(1)</script>';

let shop: TestShop;
let ada: TestBrowser;
let adasName: string;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  adasName = fresh('ada');
  ada = await operatorBrowser(shop, 'manager', adasName);
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
});

const pageOf = (id: string): string => `/console/orders/${id}`;
const balance = async (): Promise<string> => {
  const select = 'SELECT trim_scale(balance)::text AS balance FROM accounts WHERE id = $1';
  const [row] = await shop.db.query<{ balance: string }>(select, [account.id]);
  return row?.balance ?? '';
};

describe('the form that pays an order back', () => {
  it('pays a part, then the rest, and each once', async () => {
    const { orderId } = await acceptedOrder(shop, account);
    const shown = await ada.open(pageOf(orderId));
    // Nothing has to be chosen besides the amount.
    expect(shown.form('reversals').querySelectorAll('select')).toEqual([]);
    const part = { amount: '1.5', reason: HOSTILE, reference: `ticket ${orderId}` };
    const asked = await ada.send(shown, 'reversals', part);
    expect(asked.text).toContain('1.50 USD go back to the balance of the account at once');
    expect(await balance()).toBe('95');
    const reversed = await ada.send(asked, 'reversals');
    expect(reversed.path).toBe(`${pageOf(orderId)}?done=reversed`);
    expect(reversed.text).toMatch(/the money is back.*Refunded: 1\.50 USD/);
    expect(reversed.text).toContain('Left: 3.50 USD.');
    expect(reversed.answer.text).not.toContain('<script>a');
    expect((await ada.send(asked, 'reversals')).status).toBe(200);
    expect(await balance()).toBe('96.5');

    const list = `/console/orders?account_id=${account.id}`;
    expect((await ada.open(list)).text).toMatch(/accepted partly refunded .* 5\.00 USD 1\.50 USD/);

    const rest = await ada.send(reversed, 'reversals', { reason: 'the rest' });
    expect(rest.text).toContain('3.50 USD go back');
    const whole = await ada.send(rest, 'reversals');
    expect(whole.text).toContain('Refunded: 5.00 USD');
    expect(whole.root.querySelectorAll('main form')).toEqual([]);
    expect(await balance()).toBe('100');
    expect((await ada.open(list)).text).toMatch(/accepted refunded .* 5\.00 USD 5\.00 USD/);
    const late = await ada.send(shown, 'reversals', { ...part, form_key: KEY, reference: '' });
    expect([late.status, await balance()]).toEqual([409, '100']);
    expect(late.root.querySelector('[role="alert"]')).not.toBeNull();
    expect(await changesBy(shop, adasName, 'order reverse')).toMatchObject([
      { before: { refunded: '0' }, after: { refunded: '1.5' } },
      { before: { refunded: '1.5' }, after: { refunded: '5' } },
    ]);
  });

  it.each([
    [{ amount: '1e1', reason: 'r' }, 422],
    [{ reason: ' ' }, 422],
    [{ amount: '5.01', reason: 'kept' }, 409],
  ])('refuses %j', async (typed, status) => {
    const { orderId } = await acceptedOrder(shop, account);
    const shown = await ada.open(pageOf(orderId));
    const refused = await ada.send(shown, 'reversals', typed);
    expect([refused.status, await balance()]).toEqual([status, '95']);
    const kept = refused.form('reversals').querySelector('input[name="reason"]');
    expect(kept?.getAttribute('value')).toBe(typed.reason);
  });

  it('is for those who may, and for accepted orders', async () => {
    const { orderId } = await acceptedOrder(shop, account);
    const support = await operatorBrowser(shop, 'support', fresh('support'));
    const shown = await support.open(pageOf(orderId));
    expect(shown.root.querySelectorAll('main form[action$="reversals"]')).toHaveLength(0);
    const fields = new URLSearchParams({ reason: 'r', form_key: KEY });
    const { status } = await support.post(`${pageOf(orderId)}/reversals`, fields);
    expect([status, await balance()]).toEqual([403, '95']);
  });
});

const KEY = '00000000-0000-4000-8000-000000000001';
