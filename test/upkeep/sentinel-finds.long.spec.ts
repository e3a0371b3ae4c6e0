import { randomUUID } from 'node:crypto';
import { BalanceService } from '../../src/account/ledger/balance.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { souk, soukJson } from '../support/command-line.js';
import { forge, RECHAIN } from '../support/forged-ledger.js';
import { invariantsFromNow } from '../support/invariants.js';
import { sentinelCheck } from '../support/sentinel-check.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const INTERVAL_SECONDS = 0.1;
/** How often the sentinel checks a consistent shop while orders are placed. */
const CHECKS_AT_WORK = 10;

/** SQL that writes so many reversals of 1 USD, of one order, to an account with four entries and 97 USD. */
const reversalsOfBad = (count: number): string => `
  UPDATE accounts SET balance = 97 + ${count}, ledger_sequence = 4 + ${count} WHERE id = :bad;
  INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id, reference,
                              note, actor, previous_hash, entry_hash)
  SELECT :bad, 4 + step, 'reversal', 1, 97 + step, (SELECT max(order_id) FROM orders WHERE account_id = :bad),
         'r-' || step, 'x', 'shop', sha256(''), sha256('')
  FROM generate_series(1, ${count}) step`;

describe('the sentinel', () => {
  let shop: TestShop;
  let good: TestAccount;
  let bad: TestAccount;
  let product: number;
  /** How many lines there were before the case. */
  let logged: number;
  /** Of the accounts of the case. */
  let faults: () => Promise<string[]>;

  beforeAll(async () => {
    // A shop of its own: its sentinel looks ten times a second, and books are forged.
    shop = await startTestShop({}, { SENTINEL_INTERVAL: INTERVAL_SECONDS });
  });

  beforeEach(async () => {
    logged = shop.logs().length;
    faults = await invariantsFromNow(shop.db);
    good = await shop.account({ name: 'Good', balance: '100' });
    bad = await shop.account({ name: 'Bad', balance: '100' });
    product = await shop.product({ price: '1' });
    for (const account of [good, bad]) for (let n = 0; n < 3; n += 1) await order(account);
  });

  afterAll(() => shop.close());

  const order = async (account: TestAccount, uuid: string = randomUUID()) =>
    (await account.api(`/client/api/newOrder/${product}?order_uuid=${uuid}`)).json as {
      code?: number;
      message?: string;
      data?: { order_id: string };
    };

  const newLines = () => shop.logs().slice(logged);

  const haltedAccounts = () => {
    return shop.db.query<{ id: number; reason: string }>(
      `SELECT id, orders_halted_reason AS reason FROM accounts
       WHERE orders_halted_at IS NOT NULL AND id = ANY ($1)`,
      [[good.id, bad.id]],
    );
  };

  /** Waits until the orders of an account are halted. */
  const found = () =>
    until(async () => {
      const halted = await haltedAccounts();
      return halted.length > 0 && halted;
    });

  it('finds nothing in a consistent shop while orders are placed', async () => {
    let working = true;
    const work = async (account: TestAccount) => {
      while (working) {
        const { data } = await order(account);
        const decision = { reason: 'no stock', actor: 'test' };
        await shop.service(OrderCloseService).reject(data?.order_id ?? '', decision);
        const adjustment = { actor: 'test', reason: 'fee' };
        await shop.service(BalanceService).adjust(account.id, '-0.01', adjustment);
      }
    };
    const workers = [good, good, bad, bad].map(work);
    for (let checks = 0; checks < CHECKS_AT_WORK; checks += 2) await sentinelCheck(shop);
    working = false;
    await Promise.all(workers);
    expect(await haltedAccounts()).toEqual([]);
    expect(newLines().filter((line) => /"level":[56]0/.test(line))).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('names one changed byte, stops that account only, and lets it order again when it is put right', async () => {
    await sentinelCheck(shop);
    const change = (from: string, to: string) =>
      forge(
        shop.db,
        `UPDATE ledger_entries SET actor = '${to}'
         WHERE account_id = ${bad.id} AND sequence = 3 AND actor = '${from}'`,
      );
    await change('api', 'apj');
    const fault = 'entry 3: its texts are not those that it has committed to';
    expect(await found()).toEqual([{ id: bad.id, reason: fault }]);
    const errors = newLines().filter((line) => line.includes('"level":50'));
    const told = `the books of account ${bad.id} are wrong (${fault})`;
    expect(errors).toEqual([expect.stringContaining(told)]);

    const refused = await order(bad);
    expect(refused).toMatchObject({ code: 111, message: 'Orders of this account are stopped' });
    expect(await order(good)).toMatchObject({ status: 'OK' });
    for (const path of ['profile', 'products', 'check?orders=[]']) {
      expect((await bad.api(`/client/api/${path}`)).status).toBe(200);
    }

    const early = await souk(shop, 'account', 'resume-orders', String(bad.id));
    expect([early.code, early.err]).toEqual([1, expect.stringContaining(`still wrong (${fault})`)]);
    await change('apj', 'api');
    const resumed = await soukJson(shop, 'account', 'resume-orders', String(bad.id));
    expect(resumed).toMatchObject({ orders_halted: null });
    expect(await order(bad)).toMatchObject({ status: 'OK' });
    await sentinelCheck(shop);
    expect(await haltedAccounts()).toEqual([]);
  });

  it('answers a replay and refuses a free order while orders are stopped', async () => {
    const uuid = randomUUID();
    const placed = await order(bad, uuid);
    await shop.db.query(
      `UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'x' WHERE id = $1`,
      [bad.id],
    );
    expect(await order(bad, uuid)).toEqual(placed);
    product = await shop.product({ price: '0' });
    expect(await order(bad)).toMatchObject({ code: 111 });
    await shop.service(BalanceService).deposit(bad.id, '1', { actor: 'test' });
    const keys = 'SELECT FROM order_keys WHERE account_id = ANY ($1)';
    expect(await shop.db.query(keys, [[good.id, bad.id]])).toHaveLength(7);
  });

  it.each([
    [
      'a balance that was raised',
      'UPDATE accounts SET balance = balance + 1 WHERE id = :bad',
      /the balance is 98/,
    ],
    [
      'an end that was cut off, though all that is left agrees',
      `DELETE FROM ledger_entries WHERE account_id = :bad AND sequence = 4;
       DELETE FROM order_keys WHERE account_id = :bad AND order_id NOT IN
         (SELECT order_id FROM ledger_entries WHERE order_id IS NOT NULL);
       DELETE FROM orders WHERE account_id = :bad AND order_id NOT IN
         (SELECT order_id FROM ledger_entries WHERE order_id IS NOT NULL);
       UPDATE accounts SET balance = balance + 1, ledger_sequence = 3 WHERE id = :bad`,
      /entry 4: the account counts 3 entries only/,
    ],
    [
      'an order that was never charged',
      `UPDATE orders SET total = 5 WHERE order_id = (SELECT max(order_id) FROM orders WHERE account_id = :bad)`,
      /order ID_\w+ is not charged once/,
    ],
    [
      'a rejected order without its refund',
      `UPDATE orders SET status = 'reject', decided_at = now()
       WHERE order_id = (SELECT max(order_id) FROM orders WHERE account_id = :bad)`,
      /order ID_\w+ is rejected, but not refunded once/,
    ],
    [
      'a debit of no order',
      `DELETE FROM orders WHERE order_id = (SELECT max(order_id) FROM orders WHERE account_id = :bad)`,
      /order ID_\w+ is in the ledger, but is no order/,
    ],
    [
      'an order that lost its key',
      `UPDATE order_keys SET order_uuid = 'other'
       WHERE order_id = (SELECT max(order_id) FROM orders WHERE account_id = :bad)`,
      /order ID_\w+ has lost its key/,
    ],
    [
      'a test order that lost its key',
      `INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price,
                           quantity, total, field_schema, sent_fields, fields, extra_parameters, rehearsal)
       VALUES (:bad, 'ID_0123456789abcdef', 'x', 1, '60 UC', 1, 1, 1, '[]', '[]', '{}', '[]', true)`,
      /order ID_0123456789abcdef has lost its key/,
    ],
    [
      'an order of which the ledger knows nothing',
      `INSERT INTO order_keys VALUES (:bad, 'x', 'ID_0123456789abcde0');
       INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price,
                           quantity, total, field_schema, sent_fields, fields, extra_parameters)
       VALUES (:bad, 'ID_0123456789abcde0', 'x', 1, '60 UC', 1, 1, 1, '[]', '[]', '{}', '[]')`,
      /order ID_0123456789abcde0 is not charged once/,
    ],
    [
      'an order that tells of a reversal which is not there',
      `UPDATE orders SET status = 'accept', decided_at = now(), refunded = 1
       WHERE order_id = (SELECT max(order_id) FROM orders WHERE account_id = :bad)`,
      /order ID_\w+ names another sum than its reversals/,
    ],
    [
      'a reversal of which its order does not tell',
      `UPDATE orders SET status = 'accept', decided_at = now() WHERE account_id = :bad;
       ${reversalsOfBad(1)}; :rechain`,
      /order ID_\w+ names another sum than its reversals/,
    ],
    [
      'a reversal of an order that waits',
      `${reversalsOfBad(1)}; :rechain`,
      /order ID_\w+ is reversed, but not accepted/,
    ],
    [
      'reversals of more than the total',
      `UPDATE orders SET status = 'accept', decided_at = now(), refunded = 1
       WHERE order_id = (SELECT max(order_id) FROM orders WHERE account_id = :bad);
       ${reversalsOfBad(2)}; :rechain`,
      /order ID_\w+ is reversed by more than its total/,
    ],
    [
      'an entry whose hashes were made to fit',
      `UPDATE ledger_entries SET amount = 200, balance_after = 200 WHERE account_id = :bad AND sequence = 1;
       :rechain`,
      /entry 2: its balance is not the one before it plus its amount/,
    ],
  ])('finds %s', async (_, change, fault) => {
    await sentinelCheck(shop);
    await forge(
      shop.db,
      change.replaceAll(':bad', String(bad.id)).replace(':rechain', () => RECHAIN(bad.id)),
    );
    expect(await found()).toEqual([{ id: bad.id, reason: expect.stringMatching(fault) as string }]);
    expect(await order(good)).toMatchObject({ status: 'OK' });
    expect(await order(bad)).toMatchObject({ code: 111 });
  });
});
