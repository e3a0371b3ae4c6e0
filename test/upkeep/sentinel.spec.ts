import { vi } from 'vitest';
import { LedgerReader } from '../../src/account/ledger/ledger-reader.repository.js';
import { ServerTasks } from '../../src/database/server-tasks.js';
import { AccountConsistencyService } from '../../src/upkeep/sentinel/account-consistency.service.js';
import { Sentinel } from '../../src/upkeep/sentinel/sentinel.service.js';
import { forge } from '../support/forged-ledger.js';
import { Instance } from '../support/instance.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

/** Its servers look when a spec has them look. */
const NEVER = { SENTINEL_INTERVAL: '86400' };
const ENTRIES = 450;
const FROM_THE_BEGINNING = ['0', '100', '200', '300', '400'];

let shop: TestShop;
/** Another server of the shop, which remembers nothing of what the first one has seen, as after a restart. */
let other: Instance;
let account: TestAccount;

beforeAll(async () => {
  // A shop of its own: its ledgers are forged, and its sentinels look at all of them.
  shop = await startTestShop(NEVER);
  // The first look of the shop.
  await until(lastRound);
  // A shop of its own: the server belongs to it.
  other = await Instance.on(shop.db, NEVER);
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
  await addEntries(ENTRIES);
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

/** Deposits of 1 USD. */
const addEntries = (count: number): Promise<unknown> =>
  shop.db.query(`
    WITH moved AS (
      UPDATE accounts SET balance = balance + ${count}, ledger_sequence = ledger_sequence + ${count}
      WHERE id = ${account.id} RETURNING ledger_sequence - ${count} AS before, balance - ${count} AS former)
    INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
    SELECT ${account.id}, before + entry, 'deposit', 1, former + entry, 'test'
    FROM moved, generate_series(1, ${count}) entry`);

type Server = Pick<TestShop | Instance, 'service'>;

const lastRound = async () => (await shop.service(ServerTasks).last('sentinel'))?.endedAt;

/** A round on this server. */
async function look(server: Server): Promise<void> {
  const before = await lastRound();
  await shop.db.query(`UPDATE server_tasks SET next_run_at = now() WHERE name = 'sentinel'`);
  await until(async () => {
    await server.service(Sentinel).runIfDue();
    return (await lastRound()) !== before;
  });
}

/** Behind which entries of the account a round has read, but for its sweep. */
async function readsOf(server: Server): Promise<string[]> {
  const reads = vi.spyOn(server.service(LedgerReader), 'entries');
  const sweep = vi.spyOn(server.service(AccountConsistencyService), 'accountAfter');
  sweep.mockResolvedValue(undefined);
  await shop.db.query(`UPDATE server_tasks SET result = NULL WHERE name = 'sentinel'`);
  await look(server);
  const positions = reads.mock.calls
    .map(([, range]) => range)
    .filter(({ afterAccount }) => afterAccount === account.id)
    .map(({ afterSequence }) => afterSequence);
  reads.mockRestore();
  sweep.mockRestore();
  return positions;
}

const halted = () =>
  shop.db.query<{ reason: string }>(
    'SELECT orders_halted_reason AS reason FROM accounts WHERE orders_halted_at IS NOT NULL AND id = $1',
    [account.id],
  );

/** The end of the ledger, and all that would tell of it. */
const cutOff = (entries: number): Promise<void> =>
  forge(
    shop.db,
    `DELETE FROM ledger_entries WHERE account_id = ${account.id} AND sequence > ${ENTRIES + 1 - entries}`,
    `UPDATE accounts SET balance = balance - ${entries}, ledger_sequence = ledger_sequence - ${entries}
     WHERE id = ${account.id}`,
  );

describe('the sentinel', () => {
  it('reads a ledger in parts, and another server only what is new', async () => {
    expect(await readsOf(shop)).toEqual(FROM_THE_BEGINNING);
    expect(await readsOf(other)).toEqual([]);
    await addEntries(1);
    expect(await readsOf(other)).toEqual(['451']);
    expect(await halted()).toEqual([]);
  });

  it('looks on one of two servers', async () => {
    const servers = [shop, other];
    const looks = servers.map((server) =>
      vi.spyOn(server.service(AccountConsistencyService), 'halted'),
    );
    await shop.db.query(`UPDATE server_tasks SET next_run_at = now() WHERE name = 'sentinel'`);
    await Promise.all(servers.map((server) => server.service(Sentinel).runIfDue()));
    expect(looks.flatMap((spy) => spy.mock.calls)).toHaveLength(1);
    for (const spy of looks) spy.mockRestore();
  });

  it('finds what was changed before the checkpoint, on a server that has seen nothing of it', async () => {
    await look(shop);
    await forge(
      shop.db,
      `UPDATE ledger_entries SET note = 'x' WHERE account_id = ${account.id} AND sequence = 222`,
    );
    await look(other);
    expect(await halted()).toEqual([{ reason: expect.stringMatching(/^entry 222: /) as string }]);
  });

  it('finds that the end was cut off which another server has seen, once', async () => {
    await look(shop);
    await cutOff(2);
    await look(other);
    expect(await halted()).toEqual([{ reason: 'entry 451: the account counts 449 entries only' }]);
    await shop.db.query(
      'UPDATE accounts SET orders_halted_at = NULL, orders_halted_reason = NULL WHERE id = $1',
      [account.id],
    );
    await look(shop);
    expect(await halted()).toEqual([]);
  });

  it('begins anew in another lineage of the database, in which the end is not known', async () => {
    await look(shop);
    await cutOff(2);
    // As a restore does.
    await shop.db.query('UPDATE database_history SET id = gen_random_uuid()');
    expect(await readsOf(other)).toEqual(FROM_THE_BEGINNING);
    expect(await halted()).toEqual([]);
  });
});
