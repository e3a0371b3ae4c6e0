import { randomUUID } from 'node:crypto';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { DrivenLimits } from '../../support/driven-limits.js';
import { Instance } from '../../support/instance.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const STEP_SECONDS = 2;

let db: TestDatabase;
let rows: ShopRows;
let instances: Instance[];
let clock: DrivenLimits;
let product: number;

beforeAll(async () => {
  db = await createTestDatabase();
  rows = new ShopRows(db);
  product = await rows.product({ price: '0.01' });
  instances = [await Instance.on(db), await Instance.on(db)];
  clock = await DrivenLimits.of(db, instances);
});

afterAll(async () => {
  for (const instance of instances) await instance.close();
  await db.drop();
});

async function limited(column: string, quota: number): Promise<string> {
  const { id, token } = await rows.account({ balance: '1000' });
  await db.query(`UPDATE accounts SET ${column} = $2 WHERE id = $1`, [id, quota]);
  return token;
}

/**
 * Has both instances answer requests, so many in each step.
 * @param load requests in a step, by instance.
 * @returns the admitted ones by instance.
 */
async function admitted(
  steps: number,
  load: readonly number[],
  quota: number,
  send: (instance: Instance) => Promise<number>,
): Promise<number[]> {
  const counts = load.map(() => 0);
  const begun = clock.minutes;
  for (let step = 0; step < steps; step++) {
    await Promise.all(
      load.map(async (requests, index) => {
        for (let count = 0; count < requests; count++) {
          const status = await send(instances[index]!);
          if (status === 200) counts[index] = (counts[index] ?? 0) + 1;
          else expect(status).toBe(429);
        }
      }),
    );
    const ideal = quota * (1 + clock.minutes - begun);
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(ideal * 1.1);
    await clock.pass(STEP_SECONDS);
  }
  return counts;
}

describe('two instances with uneven load', () => {
  it('admit as many requests as one would, within ten percent', async () => {
    const quota = 150;
    const token = await limited('requests_per_minute', quota);
    const steps = 40;
    const counts = await admitted(steps, [18, 2], quota, async (instance) => {
      return (await instance.send(token, 'products')).status;
    });
    const ideal = quota * (1 + ((steps - 1) * STEP_SECONDS) / 60);
    const sum = counts.reduce((left, right) => left + right);
    expect(sum).toBeGreaterThanOrEqual(0.9 * ideal);
    expect(sum).toBeLessThanOrEqual(1.1 * ideal);
    // Neither is kept out.
    expect(Math.min(...counts)).toBeGreaterThan(10);
  });

  it('admit a quota of new orders exactly', async () => {
    const token = await limited('orders_per_minute', 12);
    const counts = await admitted(20, [3, 1], 12, async (instance) => {
      const path = `newOrder/${product}/params?order_uuid=${randomUUID()}`;
      return (await instance.send(token, path)).status;
    });
    // 38 seconds after the first quota.
    expect(counts.reduce((left, right) => left + right)).toBe(12 + 7);
  });

  it('share what one has spent alone, and keep it in mind when it is restarted', async () => {
    const token = await limited('requests_per_minute', 100);
    const [one, other] = instances as [Instance, Instance];
    const ask = async (instance: Instance): Promise<number> =>
      (await instance.send(token, 'profile')).status;
    const all = async (instance: Instance): Promise<number> => {
      let count = 0;
      while ((await ask(instance)) === 200) count++;
      return count;
    };
    expect(await all(one)).toBe(100);
    // The credit of an instance that has not heard of the others.
    expect(await all(other)).toBeLessThanOrEqual(1);
    await one.close();
    const again = await Instance.on(db);
    instances[0] = again;
    expect(await all(again)).toBeLessThanOrEqual(1);
  });
});
