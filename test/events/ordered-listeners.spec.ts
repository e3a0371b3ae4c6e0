import { newSecretKey } from '../../src/common/secret-box.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { souk, soukJson } from '../support/command-line.js';
import { Happenings, OrderedHearing } from '../support/ordered-hearing.js';
import { reversalsOf } from '../support/reversals.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const hearing = new OrderedHearing();
let shop: TestShop;
let happenings: Happenings;
let product: number;

beforeAll(async () => {
  const settings = { SECRET_KEYS: newSecretKey() };
  // A shop of its own: an extension is loaded.
  shop = await startTestShop(settings, {}, undefined, [hearing.extension]);
  happenings = new Happenings(shop);
  product = await shop.product({ name: 'heard', price: '1.50' });
});
afterAll(() => shop.close());
afterEach(() => {
  hearing.onEvent = () => undefined;
});

/** Fails with the first event of the type until it is asked to end. */
function failing(type: string, account: TestAccount): () => void {
  let fails = true;
  hearing.onEvent = (event) => {
    if (fails && event.type === type && event.accountId === account.id)
      throw new Error('sink is down');
  };
  return () => {
    fails = false;
  };
}

/** An account with a deposit, an order and another deposit. */
async function busyAccount(): Promise<TestAccount> {
  const account = await shop.account({ balance: '100' });
  await happenings.ordered(account, product);
  await happenings.deposit(account, '5');
  return account;
}

describe('a listener that is told in order', () => {
  it('is told all that happens to an account, as it happened', async () => {
    const account = await shop.account({ balance: '100' });
    const [first, second] = [
      await happenings.ordered(account, product),
      await happenings.ordered(account, product),
    ];
    await happenings.deposit(account, '20.50', 'invoice 7');
    const closing = shop.service(OrderCloseService);
    await closing.accept(first, { actor: 'test' });
    await happenings.adjust(account, '-3', 'counted twice');
    await happenings.deposit(account, '1');
    await closing.reject(second, { reason: 'no stock', actor: 'test' });
    expect(await souk(shop, 'order', 'add-codes', first, 'AB-CD-EF')).toMatchObject({ code: 0 });
    for (const [amount, reference] of [
      ['0.50', 'a'],
      ['1', 'b'],
    ] as const) {
      const part = { amount, reference, reason: 'late', actor: 'operator:eve' };
      await reversalsOf(shop).reverse(first, part);
    }

    const told = await hearing.count(account, 11);

    const about = (orderId: string) => ({
      accountId: account.id,
      orderId,
      productName: 'heard',
      total: '1.5',
    });
    const [accountId, reference] = [account.id, null];
    expect(told.map(({ type, data }) => ({ type, data }))).toMatchObject([
      { type: 'balance.deposited', data: { accountId, amount: '100', balance: '100', reference } },
      { type: 'order.placed', data: { ...about(first), rehearsal: false, quantity: '1' } },
      { type: 'order.placed', data: about(second) },
      {
        type: 'balance.deposited',
        data: { amount: '20.5', balance: '117.5', reference: 'invoice 7' },
      },
      { type: 'order.accepted', data: about(first) },
      {
        type: 'balance.adjusted',
        data: { amount: '-3', balance: '114.5', reason: 'counted twice' },
      },
      { type: 'balance.deposited', data: { amount: '1', balance: '115.5' } },
      { type: 'order.rejected', data: { ...about(second), reason: 'no stock' } },
      { type: 'order.codes_added', data: about(first) },
      {
        type: 'order.refunded',
        data: { amount: '0.5', refunded: '0.5', reference: 'a', reason: 'late' },
      },
      { type: 'order.refunded', data: { amount: '1', refunded: '1.5', reference: 'b' } },
    ]);
    expect(JSON.stringify(told)).not.toContain('AB-CD');
    expect(new Set(told.map(({ id }) => id)).size).toBe(11);
    for (const { time, options } of told) {
      expect(new Date(time).toISOString()).toBe(time);
      expect(options.attempt).toBe(1);
    }
    expect((await hearing.count(account, 3, 'deposits')).map(({ type }) => type)).toEqual(
      Array(3).fill('balance.deposited'),
    );
  });

  it('begins behind what has happened before its first start, unless it says otherwise', async () => {
    const rows = await shop.db.query('SELECT listener FROM ordered_listeners ORDER BY listener');
    expect(rows.map((row) => String(row.listener))).toEqual(['deposits', 'late', 'other', 'sink']);
    const account = await busyAccount();
    for (const listener of ['late', 'other']) await hearing.count(account, 3, listener);
    // As if it were new in a shop that has this account.
    await shop.db.query("DELETE FROM ordered_listeners WHERE listener IN ('late', 'other')");
    const told = hearing.told.length;
    const { ExtensionRecords } =
      await import('../../src/upkeep/extensions/extension-records.service.js');
    await shop.service(ExtensionRecords).record();
    await happenings.deposit(account, '1');
    await until(() => hearing.told.slice(told).some((one) => one.listener === 'late'));
    await until(() => hearing.of(account, 'other').length >= 7);
    const again = hearing.told.slice(told).filter(({ accountId }) => accountId === account.id);
    expect(again.filter(({ listener }) => listener === 'late')).toMatchObject([
      { data: { amount: '1' } },
    ]);
    expect(again.filter(({ listener }) => listener === 'other')).toHaveLength(4);
  });

  it('leaves an account to the server that has claimed it, until the claim ends', async () => {
    const account = await shop.account({ balance: '100' });
    await hearing.count(account, 1);
    const claim = (until: string) =>
      shop.db.query(
        `UPDATE listener_positions SET claimed_by = gen_random_uuid(), claimed_until = ${until}
         WHERE account_id = $1 AND listener = 'sink'`,
        [account.id],
      );
    await claim(`now() + interval '1 minute'`);
    await happenings.deposit(account, '1');
    await hearing.count(account, 2, 'other');
    expect(hearing.of(account)).toHaveLength(1);
    await claim(`now() - interval '1 second'`);
    await hearing.count(account, 2);
  });
});

describe('an event that a listener does not handle', () => {
  it('stops its account for that listener alone, until it is handled', async () => {
    const [account, second] = [await shop.account(), await shop.account()];
    const mend = failing('balance.deposited', account);
    await happenings.deposit(account, '1');
    await happenings.deposit(account, '2');
    await happenings.deposit(second, '3');

    const failure = await happenings.failureOf(account);
    await hearing.count(second, 1);
    await hearing.count(account, 2, 'other');
    expect(failure).toMatchObject({
      listener: 'sink',
      reason: 'sink is down',
      eventType: 'balance.deposited',
    });
    expect(hearing.of(account).every(({ data }) => 'amount' in data && data.amount === '1')).toBe(
      true,
    );

    await shop.db.query(`UPDATE failed_events SET first_failed_at = now() - interval '9 minutes'`);
    const doctor = async () => (await souk(shop, 'doctor')).out;
    expect(await doctor()).not.toContain('sink is down');
    await shop.db.query(`UPDATE failed_events SET first_failed_at = now() - interval '11 minutes'`);
    expect(await doctor()).toMatch(
      new RegExp(
        `listener sink of extension acme with event ${failure.id} of account ${account.id} since .* UTC: sink is down`,
      ),
    );

    mend();
    await souk(shop, 'extension', 'resend', String(failure.id));
    const told = await until(() => {
      const all = hearing.of(account);
      return all.some(({ data }) => 'amount' in data && data.amount === '2') && all;
    });
    const attempts = told.map(({ options }) => options.attempt);
    expect(attempts).toEqual([...attempts.slice(0, -1).map((_, index) => index + 1), 1]);
    expect(new Set(told.slice(0, -1).map(({ id }) => id)).size).toBe(1);
    expect(await soukJson(shop, 'extension', 'failures')).toEqual([]);
  });

  it('is left out when an operator says so, which the audit tells', async () => {
    const account = await busyAccount();
    await hearing.count(account, 3);
    failing('balance.adjusted', account);
    await happenings.adjust(account, '1', 'poison');
    await happenings.deposit(account, '2');
    const { id, eventId } = await happenings.failureOf(account);
    const { out } = await souk(shop, 'extension', 'skip', String(id));
    expect(out).toContain(`the listener sink of acme goes on with account ${account.id}`);
    await until(() => hearing.of(account).at(-1)?.type === 'balance.deposited');
    expect((await souk(shop, 'extension', 'skip', String(id))).err).toContain(
      `no failed event ${id}`,
    );
    const [entry] = await shop.db.query(
      `SELECT before FROM audit_entries WHERE action = 'extension skip' AND outcome = 'done'`,
    );
    expect(entry?.before).toMatchObject({
      listener: 'sink',
      account_id: account.id,
      event_id: eventId,
    });
  });
});
