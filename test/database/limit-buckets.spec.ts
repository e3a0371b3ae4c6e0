import { DrivenLimits } from '../support/driven-limits.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Asked {
  readonly account_id?: number;
  readonly kind?: string;
  readonly quota?: number;
  readonly owed?: number;
  readonly wanted?: number;
  readonly returned?: number;
}

interface Granted {
  readonly account_id: number;
  readonly kind: string;
  readonly granted: number;
  readonly level: number;
}

let db: TestDatabase;
let clock: DrivenLimits;

beforeAll(async () => {
  // A shop of its own: the clock of its functions is driven, and buckets are emptied.
  db = await createTestDatabase();
  clock = await DrivenLimits.of(db, []);
});
beforeEach(() => db.query('TRUNCATE limit_buckets'));
afterAll(() => db.drop());

function exchange(...asked: Asked[]): Promise<Granted[]> {
  const plain = { account_id: 1, kind: 'requests', quota: 60, owed: 0, wanted: 0, returned: 0 };
  const rows = asked.map((one) => ({ ...plain, ...one }));
  return db.query('SELECT * FROM exchange_tokens($1)', [JSON.stringify(rows)]);
}

async function one(asked: Asked): Promise<readonly [granted: number, level: number]> {
  const [row] = await exchange(asked);
  return [row!.granted, Number(row!.level.toFixed(6))];
}

describe('exchange_tokens', () => {
  it('grants what a new, full bucket has, and no more', async () => {
    expect(await one({ wanted: 50 })).toEqual([50, 10]);
    expect(await one({ wanted: 50 })).toEqual([10, 0]);
    expect(await one({ wanted: 1 })).toEqual([0, 0]);
  });

  it('takes what is owed also below 0, and grants nothing until that is refilled', async () => {
    expect(await one({ owed: 70, wanted: 80 })).toEqual([70, -10]);
    await clock.pass(10);
    expect(await one({ wanted: 5 })).toEqual([0, 0]);
    await clock.pass(2.5);
    expect(await one({ wanted: 5 })).toEqual([2, 0.5]);
  });

  it('takes back what is returned, up to the quota, and follows a changed quota', async () => {
    await one({ wanted: 20 });
    expect(await one({ returned: 15 })).toEqual([0, 55]);
    expect(await one({ returned: 15 })).toEqual([0, 60]);
    await clock.pass(3_600);
    expect(await one({})).toEqual([0, 60]);
    expect(await one({ quota: 5 })).toEqual([0, 5]);
    await clock.pass(6);
    expect(await one({ quota: 600 })).toEqual([0, 65]);
  });

  it('refills nothing for a time by which the clock has gone back, and goes on from there', async () => {
    await one({ wanted: 60 });
    await clock.pass(-3_600);
    expect(await one({ wanted: 1 })).toEqual([0, 0]);
    await clock.pass(1);
    expect(await one({ wanted: 1 })).toEqual([1, 0]);
  });

  it('keeps accounts and kinds apart', async () => {
    const granted = await exchange(
      { account_id: 2, wanted: 60 },
      { account_id: 1, kind: 'orders', quota: 3, wanted: 5 },
      { account_id: 1, wanted: 7 },
    );
    const rows = granted.map((row) => [row.account_id, row.kind, row.granted, row.level]);
    expect(rows.sort()).toEqual([
      [1, 'orders', 3, 0],
      [1, 'requests', 7, 53],
      [2, 'requests', 60, 0],
    ]);
    expect(await exchange()).toEqual([]);
  });

  it('grants each token once, however many instances ask at a time, in whichever order', async () => {
    const asks = Array.from({ length: 40 }, (_, index) => {
      const accounts = [1, 2, 3].map((id) => ({ account_id: id, quota: 50, wanted: 3 }));
      return exchange(...(index % 2 === 0 ? accounts : accounts.reverse()));
    });
    const granted = (await Promise.all(asks)).flat();
    for (const id of [1, 2, 3]) {
      const sum = granted
        .filter((row) => row.account_id === id)
        .reduce((total, row) => total + row.granted, 0);
      expect(sum).toBe(50);
    }
  });
});
