import type { LedgerVerdict } from '../../../src/account/ledger/ledger-verification.service.js';
import { BalanceService } from '../../../src/account/ledger/balance.service.js';
import { souk, soukJson } from '../../support/command-line.js';
import { forge, RECHAIN } from '../../support/forged-ledger.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';

/** Forged changes of account 2, whose ledger has three entries of 1 USD, and the fault that must be reported. */
const FORGERIES = [
  ["SET kind = 'adjustment'", 'entry 2: its columns are not those that were hashed'],
  ['SET amount = 1.00000001', 'entry 2: its columns are not those that were hashed'],
  ['SET balance_after = 2.00000001', 'entry 2: its columns are not those that were hashed'],
  ["SET order_id = ''", 'entry 2: its columns are not those that were hashed'],
  ["SET reference = 'b'", 'entry 2: its texts are not those that it has committed to'],
  ["SET note = note || ' '", 'entry 2: its texts are not those that it has committed to'],
  ["SET actor = 'tesu'", 'entry 2: its texts are not those that it has committed to'],
  [
    "SET created_at = created_at + interval '1 microsecond'",
    'entry 2: its columns are not those that were hashed',
  ],
  [
    'SET entry_hash = set_byte(entry_hash, 31, get_byte(entry_hash, 31) # 1)',
    'entry 2: its columns are not those that were hashed',
  ],
  [
    'SET previous_hash = set_byte(previous_hash, 0, get_byte(previous_hash, 0) # 1)',
    'entry 2: it does not carry the hash of the entry before it',
  ],
  ['SET sequence = 9', 'entry 2: it is missing'],
  ['SET account_id = 3, sequence = 4', 'entry 2: it is missing'],
] as const;

const ENTRY = 'WHERE account_id = 2 AND sequence = 2';

describe('souk ledger verify', () => {
  let shop: TestShop;
  let db: TestShop['db'];

  beforeAll(async () => {
    // A shop of its own: its ledgers are forged, and verified as a whole.
    shop = await startTestShop();
    ({ db } = shop);
    // It would refuse one of the forgeries.
    await db.query('ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_id_fkey');
  });

  // Accounts 1, 2 and 3, and no others.
  beforeEach(async () => {
    await forge(db, 'DELETE FROM ledger_entries');
    await db.query(
      'DELETE FROM access_tokens; DELETE FROM accounts; ALTER TABLE accounts ALTER id RESTART',
    );
    for (const name of ['One', 'Two', 'Three']) {
      const { id } = await shop.account({ name });
      for (const reference of ['a', 'b', 'c']) {
        const details = { actor: 'test', reference: `${reference}${id}`, note: 'متجر 🎮' };
        await shop.service(BalanceService).deposit(id, '1', details);
      }
    }
  });

  afterAll(() => shop.close());

  const verify = async (...words: string[]) => {
    const { code, out, err } = await souk(shop, 'ledger', 'verify', ...words, '--json');
    return { code, err, ...(JSON.parse(out) as LedgerVerdict) };
  };

  it('finds no fault in a consistent ledger', async () => {
    const { code, out } = await souk(shop, 'ledger', 'verify');
    expect(code).toBe(0);
    expect(out).toMatch(/^All is sound: 9 entries of 3 accounts\ndigest: [0-9a-f]{64}\n$/);
    expect(await verify('--account', '2')).toMatchObject({ code: 0, accounts: 1, entries: 3 });
    expect((await souk(shop, 'ledger', 'verify', '--account', '9')).err).toContain(
      'There is no account 9',
    );
  });

  it.each(FORGERIES)('names the first bad entry after: %s', async (change, fault) => {
    await forge(db, `UPDATE ledger_entries ${change} ${ENTRY}`);
    const { code, faults, err } = await verify();
    expect(faults[0]).toBe(`account 2 ${fault}`);
    expect(faults.every((line) => /^account [23] /.test(line))).toBe(true);
    expect([code, err]).toEqual([1, expect.stringMatching(/^\d of 3 ledgers (is|are) wrong/)]);
    expect(await verify('--account', '1')).toMatchObject({ code: 0 });
  });

  it.each([
    ['a missing middle', [`DELETE FROM ledger_entries ${ENTRY}`], 'entry 2: it is missing'],
    [
      'a missing end',
      ['DELETE FROM ledger_entries WHERE account_id = 2 AND sequence = 3'],
      'entry 3: it is missing',
    ],
    [
      'a balance that was raised',
      ['UPDATE accounts SET balance = 4 WHERE id = 2'],
      'entry 3: the balance is 4.00000000, but the entries sum up to 3',
    ],
    [
      'a count that was lowered',
      ['UPDATE accounts SET ledger_sequence = 2 WHERE id = 2'],
      'entry 3: the account counts 2 entries only',
    ],
    [
      'an amount whose hashes were made to fit',
      [`UPDATE ledger_entries SET amount = 2 ${ENTRY}`, RECHAIN(2)],
      'entry 2: its balance is not the one before it plus its amount',
    ],
    [
      'an amount that is no number',
      [`UPDATE ledger_entries SET amount = 'NaN' ${ENTRY}`, RECHAIN(2)],
      'entry 2: its balance is not the one before it plus its amount',
    ],
    [
      'a lost account',
      ['DELETE FROM access_tokens WHERE account_id = 2', 'DELETE FROM accounts WHERE id = 2'],
      'entry 1: there is no such account',
    ],
  ])('finds %s', async (_, statements, fault) => {
    await forge(db, ...statements);
    expect((await verify()).faults).toEqual([`account 2 ${fault}`]);
  });

  it('walks more accounts and entries than one read holds', async () => {
    await db.query(`
      INSERT INTO accounts (name, balance, ledger_sequence) SELECT 'Many', 3, 3 FROM generate_series(1, 997);
      INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
      SELECT account, entry, 'deposit', 1, entry, 'test'
      FROM generate_series(4, 1000) account, generate_series(1, 3) entry`);
    expect(await verify()).toMatchObject({ code: 0, accounts: 1_000, entries: 3_000 });
    await forge(db, "UPDATE ledger_entries SET note = 'x' WHERE account_id % 500 = 0");
    expect((await verify()).faults.map((line) => line.split(':')[0])).toEqual([
      'account 500 entry 1',
      'account 1000 entry 1',
    ]);
  });

  it('shows by its digest what a chain that was made anew hides', async () => {
    const before = await soukJson<LedgerVerdict>(shop, 'ledger', 'verify');
    await forge(db, `UPDATE ledger_entries SET note = 'x' ${ENTRY}`, RECHAIN(2));
    const after = await verify();
    expect(after).toMatchObject({ code: 0, faults: [] });
    expect(after.digest).not.toBe(before.digest);
  });

  it('digests up to a time, so that a digest noted earlier can be compared later', async () => {
    await forge(
      db,
      "UPDATE ledger_entries SET created_at = '2026-01-31T10:00:00.5Z'",
      "UPDATE ledger_entries SET created_at = '2026-02-01T00:00:00Z' WHERE sequence = 3",
      ...[1, 2, 3].map(RECHAIN),
    );
    const noted = await verify('--until', '2026-02-01');
    expect(await verify('--until', '2026-01-31T18:00Z')).toEqual(noted);
    expect((await verify()).digest).not.toBe(noted.digest);
    await soukJson(shop, 'balance', 'deposit', '2', '5');
    expect((await verify('--until', '2026-02-01')).digest).toBe(noted.digest);
    expect((await verify('--until', '2026-02-02')).digest).not.toBe(noted.digest);
    const { code } = await souk(shop, 'ledger', 'verify', '--until', 'yesterday');
    expect(code).toBe(2);
  });
});
