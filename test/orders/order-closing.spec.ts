import { messageKey } from '../../src/common/sentence.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { OrderListService } from '../../src/orders/order-list.service.js';
import { place } from '../support/book-pages.js';
import { invariantFaults } from '../support/invariants.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const BY = { actor: 'operator:eve' };

let shop: TestShop;
let account: TestAccount;
let closing: OrderCloseService;

beforeAll(async () => {
  shop = await workerShop();
  account = await shop.account({ balance: '100' });
  closing = shop.service(OrderCloseService);
});
afterAll(async () => {
  expect(await invariantFaults(shop.db, [account.id])).toEqual([]);
});

const waitingOrder = async (price = '2'): Promise<string> => {
  const [orderId] = await place(account, await shop.product({ price }));
  return orderId;
};

describe('an order that the operator accepts', () => {
  it('has its codes, who decided, and no note where none was given', async () => {
    const orderId = await waitingOrder();
    const codes = [fresh('code'), fresh('code')];
    const decision = {
      ...{ status: 'accept', deliveredCodes: codes },
      ...{ reasonForReseller: null, decisionNote: '', decidedBy: BY.actor },
    };
    const closed = await closing.accept(orderId, { codes: [codes[0]!, ` ${codes[1]} `], ...BY });
    expect(closed).toMatchObject(decision);
    expect(await shop.service(OrderListService).get(orderId)).toMatchObject(decision);
  });

  it('takes no empty code, and goes on waiting', async () => {
    const orderId = await waitingOrder();
    await expect(closing.accept(orderId, { codes: ['A-1', ' '], ...BY })).rejects.toThrow(
      'A code must not be empty.',
    );
    expect(await shop.service(OrderListService).get(orderId)).toMatchObject({ status: 'wait' });
  });

  it('is not closed twice', async () => {
    const orderId = await waitingOrder();
    await closing.accept(orderId, BY);
    await expect(closing.reject(orderId, { reason: 'no', ...BY })).rejects.toThrow(
      `The order ${orderId} was accepted already`,
    );
  });
});

describe('an order that the operator rejects', () => {
  const entries = (orderId: string) =>
    shop.db.query<{ kind: string; amount: string; note: string }>(
      `SELECT kind, amount::float::text AS amount, note FROM ledger_entries
       WHERE account_id = $1 AND order_id = $2 ORDER BY sequence`,
      [account.id, orderId],
    );

  it('is paid back, with the reason that the reseller reads', async () => {
    const orderId = await waitingOrder();
    await closing.reject(orderId, { reason: 'sold out', ...BY });
    expect(await entries(orderId)).toMatchObject([
      { kind: 'debit', amount: '-2' },
      { kind: 'refund', amount: '2', note: 'sold out' },
    ]);
  });

  it('needs a reason, and has no note for the operator where none was given', async () => {
    const orderId = await waitingOrder();
    await expect(closing.reject(orderId, { reason: ' ', ...BY })).rejects.toMatchObject({
      message: 'Please type a reason, which the reseller reads.',
      messageKey: messageKey('order.reason-missing', {}),
    });
    const decision = { status: 'reject', reasonForReseller: 'sold out', decisionNote: '' };
    expect(await closing.reject(orderId, { reason: 'sold out', ...BY })).toMatchObject(decision);
    expect(await shop.service(OrderListService).get(orderId)).toMatchObject(decision);
  });

  it('has nothing to be paid back where it was free', async () => {
    const orderId = await waitingOrder('0');
    await closing.reject(orderId, { reason: 'sold out', ...BY });
    expect(await entries(orderId)).toEqual([]);
  });
});
