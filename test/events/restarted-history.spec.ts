import { newSecretKey } from '../../src/common/secret-box.js';
import { souk } from '../support/command-line.js';
import { Happenings, OrderedHearing } from '../support/ordered-hearing.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const hearing = new OrderedHearing();
let shop: TestShop;
let happenings: Happenings;
let product: number;

beforeAll(async () => {
  const settings = { SECRET_KEYS: newSecretKey() };
  // A shop of its own: an extension is loaded, and history is cut.
  shop = await startTestShop(settings, {}, undefined, [hearing.extension]);
  happenings = new Happenings(shop);
  product = await shop.product({ price: '1' });
});
afterAll(() => shop.close());

/** Keeps the listeners from the account while the work is done. */
async function unseen({ id }: TestAccount, work: () => Promise<unknown>): Promise<void> {
  const claim = (until: string) =>
    shop.db.query(
      `UPDATE listener_positions SET claimed_by = gen_random_uuid(), claimed_until = ${until} WHERE account_id = $1`,
      [id],
    );
  await claim(`now() + interval '1 hour'`);
  await work();
  await claim('NULL');
}

/** What a failover loses that had not reached the other server: all behind an event and an entry of the account. */
const lose =
  ({ id }: TestAccount, event: number, entry: number) =>
  () =>
    shop.db.query(`
    BEGIN;
    ALTER TABLE account_events DISABLE TRIGGER USER;
    ALTER TABLE ledger_entries DISABLE TRIGGER USER;
    DELETE FROM account_events WHERE account_id = ${id} AND number > ${event};
    DELETE FROM ledger_entries WHERE account_id = ${id} AND sequence > ${entry};
    UPDATE accounts SET ledger_sequence = ${entry}, balance = (
      SELECT balance_after FROM ledger_entries WHERE account_id = ${id} AND sequence = ${entry}) WHERE id = ${id};
    ALTER TABLE account_events ENABLE TRIGGER USER;
    ALTER TABLE ledger_entries ENABLE TRIGGER USER;
    COMMIT`);

describe('a history that a failover has cut', () => {
  it('is told when an event is lost, and again from the beginning, with the ids of before', async () => {
    const account = await shop.account({ balance: '100' });
    await happenings.ordered(account, product);
    await happenings.ordered(account, product);
    const before = await hearing.count(account, 3);

    await unseen(account, async () => {
      await lose(account, 1, 2)();
      await happenings.ordered(account, product);
      await happenings.ordered(account, product);
    });

    const told = (await hearing.count(account, 8)).slice(3);
    const [first, placed, lost] = before.map(({ id }) => id);
    expect(told[0]).toMatchObject({
      type: 'history.restarted',
      data: { known: before[2]?.cursor, resumesAt: `${account.id}-0--0-` },
    });
    expect(told.slice(1).map(({ type }) => type)).toEqual([
      ...['balance.deposited', 'order.placed', 'order.placed', 'order.placed'],
    ]);
    const ids = told.map(({ id }) => id);
    expect(ids.slice(1, 3)).toEqual([first, placed]);
    expect(ids).not.toContain(lost);
  });

  it('is told when nothing has come after a lost deposit', async () => {
    const account = await shop.account({ balance: '100' });
    await happenings.deposit(account, '7');
    await hearing.count(account, 2);
    await unseen(account, lose(account, 0, 1));
    await hearing.count(account, 4);
    expect(hearing.typesOf(account).slice(2)).toEqual(['history.restarted', 'balance.deposited']);
  });

  it('is not told to a listener that knows nothing of what was lost', async () => {
    const account = await shop.account({ balance: '100' });
    await hearing.count(account, 1);
    await unseen(account, async () => {
      await happenings.deposit(account, '7');
      await lose(account, 0, 1)();
      await happenings.deposit(account, '8');
    });
    const told = await hearing.count(account, 2);
    expect(told.at(-1)).toMatchObject({ type: 'balance.deposited', data: { amount: '8' } });
  });
});

describe('a restored shop', () => {
  it('tells nothing before an operator releases it, then that history restarted, and goes on from there', async () => {
    const [account, silent] = [await shop.account({ balance: '100' }), await shop.account()];
    await hearing.count(account, 1);
    expect((await souk(shop, 'settle')).out).toMatch(
      /Events in order: accounts are held back whose events may have been handled: \d+\./,
    );
    await happenings.deposit(account, '1');
    const young = await shop.account({ balance: '5' });
    await hearing.count(young, 1);
    expect(hearing.of(account)).toHaveLength(1);
    expect((await souk(shop, 'doctor')).out).toMatch(
      /events in order of \d+ accounts are held back/,
    );

    expect((await souk(shop, 'extension', 'release')).code).toBe(0);

    const told = await hearing.count(account, 3);
    const [known, restarted, deposited] = told;
    expect(restarted).toMatchObject({
      type: 'history.restarted',
      data: { known: known?.cursor, resumesAt: known?.cursor },
    });
    expect(deposited).toMatchObject({ type: 'balance.deposited', data: { amount: '1' } });
    await hearing.count(silent, 1);
    expect(hearing.typesOf(silent)).toEqual(['history.restarted']);
    expect(hearing.typesOf(young)).toEqual(['balance.deposited']);
  });

  it('goes on behind all that has happened when an operator drops what is held', async () => {
    const account = await shop.account({ balance: '100' });
    await hearing.count(account, 1);
    await souk(shop, 'settle');
    await happenings.deposit(account, '1');
    expect((await souk(shop, 'extension', 'release', '--drop')).code).toBe(0);
    await happenings.deposit(account, '2');
    const told = await hearing.count(account, 3);
    expect(told.slice(1)).toMatchObject([
      { type: 'history.restarted' },
      { type: 'balance.deposited', data: { amount: '2' } },
    ]);
  });
});
