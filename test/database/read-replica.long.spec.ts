import { vi } from 'vitest';
import { pino } from 'pino';
import type { EntityManager } from 'typeorm';
import { CatalogPolicies } from '../../src/catalog/policies/catalog-policies.js';
import { RevisionWatch } from '../../src/database/revision/revision-watch.js';
import { ReadReplica } from '../../src/database/read-replica.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { Line, throughLine } from '../support/line.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { policyWith } from '../support/policies.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

/**
 * A database in place of a replica. Its products have other names, so that answers show where they were read; its
 * revision is set by the tests, as that of a real replica may lag behind.
 */
let replica: TestDatabase;
let line: Line;
/** The server's own time-out for its replica. */
const REPLICA_LIMIT_MS = 500;

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  // A shop of its own: it stands in for a replica, whose address is a setting.
  replica = await createTestDatabase();
  const { hostname: host, port } = new URL(replica.url);
  line = await Line.to({ host, port: Number(port) });
  await new ShopRows(replica).product({ name: 'from the replica' });
});
/** The callbacks of these time-outs, which tests call themselves: a busy machine does not end them too early. */
let limits: (() => void)[];

beforeEach(async () => {
  limits = [];
  const setTimer = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((end: () => void, ms, ...more) => {
    if (ms !== REPLICA_LIMIT_MS) return setTimer(end, ms, ...more);
    limits.push(end);
    return setTimer(() => undefined);
  });
  // A shop of its own: the replica is a setting, and is not used for a while after it has failed once.
  shop = await startTestShop({ DATABASE_REPLICA_URL: throughLine(replica, line).url });
  await replica.query('UPDATE products SET available = true');
  await shop.product({ name: 'from the primary' });
  account = await shop.account();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await shop.close();
});
afterAll(async () => {
  await line.close();
  await replica.drop();
});

/** Sets the replica's revision, its number relative to that of the primary. */
async function cameTo(difference: number): Promise<void> {
  const [row] = await shop.db.query<{ revision: string; nonce: string }>(
    'SELECT revision, nonce FROM catalog_revision',
  );
  await replica.query('UPDATE catalog_revision SET revision = $1, nonce = $2', [
    Number(row?.revision) + difference,
    row?.nonce,
  ]);
}

async function productName(): Promise<unknown> {
  const { json } = await account.api('/client/api/products');
  return (json as { name: string }[])[0]?.name;
}

/** The result of work during which each time-out of the replica ends at once. */
async function outOfTime<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  await until(() => {
    for (const end of limits.splice(0)) end();
    return isDone;
  });
  return done;
}

interface Pid {
  readonly pid: number;
}
const OWN_PID = 'SELECT pg_backend_pid() AS pid';

interface Statement {
  readonly state: string;
  readonly query: string;
  readonly begun: string;
}

/** The current or last statement of a connection to the replica. */
async function lastStatement(pid: number): Promise<Statement> {
  const [row] = await replica.query<Statement>(
    'SELECT state, query, query_start::text AS begun FROM pg_stat_activity WHERE pid = $1',
    [pid],
  );
  if (!row) throw new Error('the connection is gone');
  return row;
}

/** The reasons in the log for not using the replica. */
function failures(): string[] {
  const lines = shop.logs().map((line) => JSON.parse(line) as { err?: Error; msg: string });
  return lines.flatMap(({ err, msg }) => (msg.includes('replica') ? [err?.message ?? ''] : []));
}

describe('a read replica', () => {
  it('is what the catalog is read from when it is up to date', async () => {
    await cameTo(0);
    expect(await productName()).toBe('from the replica');
  });

  it('is where the facts of policies are read, with the clock of the primary', async () => {
    const times: number[] = [];
    const read = async (manager: EntityManager) => {
      const [row] = await manager.query<{ name: string }[]>('SELECT name FROM products');
      return row?.name;
    };
    const goodUntil = (_: unknown, time: Date) => {
      times.push(time.getTime() / 1000);
      return undefined;
    };
    const shows = (facts: unknown) => facts === 'from the replica';
    const port = policyWith({ read, goodUntil, shows });
    shop.service(CatalogPolicies).use([{ extension: 'acme', port }]);
    await cameTo(0);
    expect(await productName()).toBe('from the replica');
    expect(times).toHaveLength(1);
    expect(times[0]).toBeCloseTo(shop.service(RevisionWatch).fresh!.clock, -2);
  });

  it('is not used when the facts of policies have ended since it was seen to be up to date', async () => {
    const goodUntil = (_: unknown, time: Date) => new Date(time.getTime() + 1);
    const port = policyWith({ goodUntil });
    shop.service(CatalogPolicies).use([{ extension: 'acme', port }]);
    const watch = shop.service(RevisionWatch);
    vi.spyOn(watch, 'fresh', 'get').mockImplementation(() => undefined);
    vi.spyOn(watch, 'current').mockImplementation(async () => {
      const seen = await watch.refresh();
      return { ...seen, at: seen.at - 10 };
    });
    await cameTo(0);
    expect(await productName()).toBe('from the primary');
  });

  it.each([-1, 1])('is not believed when it has come elsewhere (%d)', async (difference) => {
    await cameTo(difference);
    expect(await productName()).toBe('from the primary');
  });

  it('is not believed when it has changes that a failover has lost', async () => {
    await cameTo(0);
    await replica.query('UPDATE catalog_revision SET nonce = DEFAULT');
    expect(await productName()).toBe('from the primary');
  });

  it('is not missed when it has gone', async () => {
    await cameTo(0);
    line.break();
    try {
      expect(await productName()).toBe('from the primary');
      await shop.db.query(`UPDATE products SET name = 'changed'`);
      expect(await productName()).toBe('changed');
    } finally {
      line.repair();
    }
  });

  it('is not waited for when it hangs', async () => {
    await cameTo(0);
    line.hold();
    try {
      expect(await outOfTime(productName())).toBe('from the primary');
      expect(failures()).toEqual(['it takes too long']);
    } finally {
      line.letGo();
    }
  });

  it('is not waited for when it hangs on a connection that has served before', async () => {
    await cameTo(0);
    expect(await productName()).toBe('from the replica');
    await shop.db.query(`UPDATE products SET name = 'changed'`);
    line.hold();
    try {
      expect(await outOfTime(productName())).toBe('changed');
      // The time-out of the replica, not that of a statement, which is longer and has another message.
      expect(failures()).toEqual(['it takes too long']);
    } finally {
      line.letGo();
    }
  });

  it('is not read any more by those who have given up when it goes on', async () => {
    const { url } = throughLine(replica, line);
    const copies = new ReadReplica(url, pino({ level: 'silent' }));
    const work = vi.fn((manager: EntityManager) => manager.query<[Pid]>(OWN_PID));
    const [{ pid }] = (await copies.snapshot(work))!;
    const before = await lastStatement(pid);
    line.hold();
    try {
      expect(await outOfTime(copies.snapshot(work))).toBeUndefined();
      expect(await lastStatement(pid)).toEqual(before);
    } finally {
      line.letGo();
    }
    await until(async () => {
      const { state, query, begun } = await lastStatement(pid);
      return begun !== before.begun && state === 'idle' && /^(COMMIT|ROLLBACK)/.test(query);
    });
    expect(work).toHaveBeenCalledTimes(1);
    await copies.beforeApplicationShutdown();
  });

  it('is not read when it lags behind what is known already', async () => {
    await cameTo(-1);
    expect(await productName()).toBe('from the primary');
    await shop.db.query(`UPDATE products SET name = 'changed'`);
    const copies = vi.spyOn(shop.service(ReadReplica), 'snapshot');
    expect(await productName()).toBe('changed');
    const read = await Promise.all(copies.mock.results.map(({ value }) => value as unknown));
    expect(read).toEqual([undefined]);
  });

  it('is never asked about an order', async () => {
    await cameTo(0);
    await replica.query('UPDATE products SET available = false');
    const path = '/client/api/newOrder/1/params?order_uuid=0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';
    await shop.db.query('UPDATE accounts SET balance = 0 WHERE id = $1', [account.id]);
    expect((await account.api(path)).json).toMatchObject({ code: 100 });
  });
});
