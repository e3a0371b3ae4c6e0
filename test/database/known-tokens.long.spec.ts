import { randomBytes } from 'node:crypto';
import { vi, type MockInstance } from 'vitest';
import { Client } from 'pg';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { KnownTokens, type AccessRevisions } from '../../src/account/access/known/known-tokens.js';
import { KnownTokensRepository } from '../../src/account/access/known/known-tokens.repository.js';
import { Database } from '../../src/database/database.js';
import { dataSourceOptions } from '../../src/database/data-source-options.js';
import { Random } from '../support/random.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const INSERT = 'INSERT INTO access_tokens (account_id, token_hash) VALUES (1, $1)';
const INSERT_MANY = `INSERT INTO access_tokens (account_id, token_hash)
  SELECT 1, unnest($1::bytea[])`;
const DAYS_AGO = "now() - interval '2 days'";

let db: TestDatabase;
let dataSource: DataSource;
let repository: KnownTokensRepository;
let known: KnownTokens;

beforeAll(async () => {
  // A shop of its own: all tokens are emptied, and revisions are set back.
  db = await createTestDatabase();
  await db.query("INSERT INTO accounts (id, name) VALUES (1, 'Acme'), (2, 'Other')");
  const options = dataSourceOptions({ url: db.url, poolSize: 4, statementTimeout: true });
  dataSource = new DataSource(options);
  repository = new KnownTokensRepository(new Database(await dataSource.initialize()));
});

beforeEach(async () => {
  await db.query('TRUNCATE access_tokens');
  known = new KnownTokens(repository, accessRevisions(), pino({ level: 'silent' }));
});

afterEach(() => vi.restoreAllMocks());

afterAll(async () => {
  await dataSource.destroy();
  await db.drop();
});

/** What is known without a statement is what was read last. Those who ask in the same moment share a read. */
function accessRevisions(): AccessRevisions {
  let last: string | undefined;
  let shared: Promise<string> | undefined;
  const read = async (): Promise<string> => {
    await new Promise(setImmediate);
    shared = undefined;
    return (last = await repository.revision());
  };
  const next = (): Promise<string> => (shared ??= read());
  void next();
  return { last: () => last, next };
}

const newHash = (): Buffer => randomBytes(32);
const newHashes = (count: number): Buffer[] => Array.from({ length: count }, newHash);
const mayExist = (hashes: readonly Buffer[]): Promise<boolean[]> =>
  Promise.all(hashes.map((hash) => known.mayExist(hash)));
const all = (count: number, value: boolean): boolean[] => Array<boolean>(count).fill(value);

async function inserted(): Promise<Buffer> {
  const hash = newHash();
  await db.query(INSERT, [hash]);
  return hash;
}

/** Asks until an answer comes from memory; from then on none may be read by its hash. */
async function untilInMemory(): Promise<MockInstance<KnownTokensRepository['existing']>> {
  const existing = vi.spyOn(repository, 'existing');
  for (let reads = -1; reads !== existing.mock.calls.length;) {
    reads = existing.mock.calls.length;
    await known.mayExist(newHash());
  }
  existing.mockClear();
  return existing;
}

async function revision(): Promise<string | undefined> {
  const rows = await db.query<{ revision: string }>('SELECT revision FROM access_revision');
  return rows[0]?.revision;
}

describe('the tokens that an instance knows', () => {
  it('are all of them, page by page', async () => {
    const hashes = newHashes(4_000);
    await db.query(INSERT_MANY, [hashes]);
    const existing = await untilInMemory();
    const changesSince = vi.spyOn(repository, 'changesSince');
    expect(await mayExist(hashes)).toEqual(all(4_000, true));
    expect(changesSince).not.toHaveBeenCalled();
    expect(await mayExist(newHashes(100))).toEqual(all(100, false));
    expect(existing).not.toHaveBeenCalled();
  });

  it('are asked for by hash while they are being read', async () => {
    const hashes = await Promise.all([inserted(), inserted()]);
    const page = Promise.withResolvers<never>();
    vi.spyOn(repository, 'page').mockReturnValue(page.promise);
    expect(await mayExist([...hashes, newHash()])).toEqual([true, true, false]);
    expect(await mayExist([newHash(), ...hashes])).toEqual([false, true, true]);
    page.reject(new Error('the line was cut'));
    vi.restoreAllMocks();
    await untilInMemory();
    expect(await mayExist([...hashes, newHash()])).toEqual([true, true, false]);
  });

  it('are followed from before they were read', async () => {
    const [revoked, late] = [await inserted(), newHash()];
    const page = repository.page.bind(repository);
    vi.spyOn(repository, 'page').mockImplementation(async (after) => {
      const read = await page(after);
      // Committed after the page was read, and before any state that is read from now on.
      await db.query('UPDATE access_tokens SET revoked_at = now() WHERE token_hash = $1', [
        revoked,
      ]);
      await db.query(INSERT, [late]);
      return read;
    });
    const existing = await untilInMemory();
    expect(await mayExist([late, newHash()])).toEqual([true, false]);
    expect(await known.mayExist(revoked)).toBe(false);
    expect(existing).not.toHaveBeenCalled();
  });

  it('have every new one as soon as it is committed', async () => {
    const existing = await untilInMemory();
    for (let count = 0; count < 30; count++) {
      expect(await mayExist([await inserted(), newHash()])).toEqual([true, false]);
    }
    expect(existing).not.toHaveBeenCalled();
  });

  it.each([
    ['revoked', 'UPDATE access_tokens SET revoked_at = now()'],
    ['long expired', `UPDATE access_tokens SET expires_at = ${DAYS_AGO}`],
    ['deleted', 'DELETE FROM access_tokens'],
    ['truncated', 'TRUNCATE access_tokens'],
    ['given another hash', "UPDATE access_tokens SET token_hash = sha256('x')"],
  ])('lose one that is %s', async (_, statement) => {
    const hash = await inserted();
    await untilInMemory();
    await db.query(statement);
    await known.mayExist(newHash());
    await untilInMemory();
    expect(await known.mayExist(hash)).toBe(false);
  });

  it.each([
    ['expire later after all', `expires_at = ${DAYS_AGO}`, "expires_at = now() + interval '1 h'"],
    ['never expire after all', `expires_at = ${DAYS_AGO}`, 'expires_at = NULL'],
    ['are no longer revoked', 'revoked_at = now()', 'revoked_at = NULL'],
  ])('have those that %s', async (_, before, after) => {
    const hash = await inserted();
    await db.query(`UPDATE access_tokens SET ${before}`);
    const existing = await untilInMemory();
    expect(await known.mayExist(hash)).toBe(false);
    await db.query(`UPDATE access_tokens SET ${after}`);
    expect(await known.mayExist(hash)).toBe(true);
    expect(existing).not.toHaveBeenCalled();
  });

  it('are read anew when too many have changed to be listed', async () => {
    await untilInMemory();
    const hashes = newHashes(1_500);
    await db.query(INSERT_MANY, [hashes]);
    expect(await mayExist(hashes)).toEqual(all(1_500, true));
    const existing = await untilInMemory();
    expect(await mayExist([...newHashes(2), ...hashes])).toEqual([
      ...all(2, false),
      ...all(1_500, true),
    ]);
    expect(existing).not.toHaveBeenCalled();
  });

  it.each([
    ['are no longer noted', 'revision + 20000'],
    ['were counted anew', 'revision - 5'],
  ])('are read anew when the changes %s', async (_, next) => {
    await db.query('UPDATE access_revision SET revision = 1000');
    await untilInMemory();
    await db.query(`UPDATE access_revision SET revision = ${next}`);
    const hash = await inserted();
    await db.query('DELETE FROM access_token_changes WHERE revision < 20000');
    await db.query(`UPDATE access_revision SET revision = ${next}`);
    expect(await known.mayExist(hash)).toBe(true);
    await untilInMemory();
    expect(await known.mayExist(await inserted())).toBe(true);
  });
});

it('changes that were lost do not hide those that have their numbers now', async () => {
  const [lost = newHash(), first = newHash(), second = newHash()] = newHashes(3);
  await db.query('CREATE TABLE state AS TABLE access_revision');
  await db.query(INSERT, [lost]);
  await untilInMemory();
  // As after a failover: neither the change nor its number was ever there.
  await db.query(`ALTER TABLE access_tokens DISABLE TRIGGER USER; DELETE FROM access_tokens;
    ALTER TABLE access_tokens ENABLE TRIGGER USER;
    DELETE FROM access_token_changes changes USING state WHERE changes.revision > state.revision;
    DELETE FROM access_revision; INSERT INTO access_revision TABLE state; DROP TABLE state`);
  for (const hash of [first, second]) await db.query(INSERT, [hash]);
  expect(await mayExist([first, second])).toEqual([true, true]);
  await untilInMemory();
  expect(await mayExist([lost, first, second])).toEqual([false, true, true]);
});

describe('the notes of changes', () => {
  it('are not made by a last use, nor by what changes nothing', async () => {
    await inserted();
    const before = await revision();
    await db.query('UPDATE access_tokens SET last_used_at = now(), label = $1', ['busy']);
    await db.query('UPDATE access_tokens SET revoked_at = now() WHERE id = 0');
    await db.query('DELETE FROM access_tokens WHERE id = 0');
    await db.query('UPDATE access_tokens SET expires_at = expires_at');
    expect(await revision()).toBe(before);
  });

  it.each([
    "INSERT INTO access_tokens (account_id, token_hash) VALUES (1, sha256('a'))",
    'UPDATE access_tokens SET account_id = 2',
    'UPDATE access_tokens SET expires_at = now()',
    'UPDATE access_tokens SET revoked_at = now()',
    "UPDATE access_tokens SET token_hash = sha256('b')",
    'DELETE FROM access_tokens',
    'TRUNCATE access_tokens',
  ])('raise the access revision: %s', async (statement) => {
    await inserted();
    const before = await revision();
    await db.query(statement);
    expect(await revision()).not.toBe(before);
  });
});

describe('transactions that overlap', () => {
  let first: Client;
  let second: Client;

  beforeEach(async () => {
    first = new Client({ connectionString: db.url });
    second = new Client({ connectionString: db.url });
    await Promise.all([first.connect(), second.connect()]);
    await untilInMemory();
  });

  afterEach(() => Promise.all([first.end(), second.end()]));

  /** Resolves when a connection waits for a lock. */
  async function untilOneWaits(): Promise<void> {
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await db.query(waiting)).length === 0) await new Promise(setImmediate);
  }

  it.each(['COMMIT', 'ROLLBACK'])('lose no token when the first ends with %s', async (end) => {
    const [mine, yours] = [newHash(), newHash()];
    await first.query('BEGIN');
    await first.query(INSERT, [mine]);
    const waits = second.query(INSERT, [yours]);
    await untilOneWaits();
    expect(await mayExist([mine, yours])).toEqual([false, false]);
    await first.query(end);
    expect(await known.mayExist(mine)).toBe(end === 'COMMIT');
    await waits;
    expect(await mayExist([mine, yours])).toEqual([end === 'COMMIT', true]);
  });

  it('lose no token to a savepoint that is given up', async () => {
    const [kept, undone, yours] = [newHash(), newHash(), newHash()];
    await first.query('BEGIN; SAVEPOINT early');
    await first.query(INSERT, [undone]);
    await first.query('ROLLBACK TO early');
    await second.query(INSERT, [yours]);
    expect(await known.mayExist(yours)).toBe(true);
    await first.query(INSERT, [kept]);
    expect(await mayExist([kept, undone])).toEqual([false, false]);
    await first.query('COMMIT');
    expect(await mayExist([kept, undone, yours])).toEqual([true, false, true]);
  });

  it('lose no token whatever they do', async () => {
    const random = new Random(20_261);
    const hashes = newHashes(40);
    const change = (client: Client): Promise<unknown> => {
      const hash = random.pick(hashes);
      return client.query(
        random.pick([
          `${INSERT} ON CONFLICT DO NOTHING`,
          `${INSERT} ON CONFLICT (token_hash) DO UPDATE SET revoked_at = NULL, expires_at = NULL`,
          'UPDATE access_tokens SET revoked_at = now() WHERE token_hash = $1',
          'DELETE FROM access_tokens WHERE token_hash = $1',
          // Two in random order, which causes deadlocks; never all, so that valid ones are left at the end.
          `UPDATE access_tokens SET expires_at = ${DAYS_AGO} WHERE token_hash IN
             (SELECT token_hash FROM access_tokens WHERE token_hash >= $1 LIMIT 2)`,
        ]),
        [hash],
      );
    };
    const work = async (client: Client): Promise<void> => {
      for (let count = 0; count < 60; count++) {
        await client.query('BEGIN');
        // One of the two transactions of a deadlock fails, which is allowed.
        for (let step = random.between(1, 3); step > 0; step--) {
          await change(client).catch(() => undefined);
        }
        await client.query(random.chance(0.7) ? 'COMMIT' : 'ROLLBACK');
      }
    };
    const worked = new AbortController();
    const looking = (async () => {
      while (!worked.signal.aborted) await mayExist(hashes);
    })();
    await Promise.all([work(first), work(second)]);
    worked.abort();
    await looking;
    const live = await db.query<{ token_hash: Buffer }>(
      'SELECT token_hash FROM access_tokens WHERE revoked_at IS NULL AND expires_at IS NULL',
    );
    const existing = await untilInMemory();
    const expected = hashes.map((hash) => live.some((row) => row.token_hash.equals(hash)));
    // All changes up to now are read first.
    await known.mayExist(newHash());
    expect(await mayExist(hashes)).toEqual(expected);
    expect(existing).not.toHaveBeenCalled();
    expect(new Set(expected).size).toBe(2);
  });
});
