import { randomUUID } from 'node:crypto';
import { hashOfToken } from '../../../src/account/access/token-secret.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { Instance } from '../../support/instance.js';
import { invariantFaults } from '../../support/invariants.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

let db: TestDatabase;
let rows: ShopRows;
let one: Instance;
let other: Instance;

beforeAll(async () => {
  db = await createTestDatabase();
  rows = new ShopRows(db);
  one = await Instance.on(db);
  other = await Instance.on(db);
});
afterAll(async () => {
  expect(await invariantFaults(db)).toEqual([]);
  await one.close();
  await other.close();
  await db.drop();
});

/** The code of an order's answer; 0 for a success. */
async function codeOf(instance: Instance, token: string, path: string): Promise<number> {
  const { json } = await instance.send(token, path);
  return (json as { code?: number }).code ?? 0;
}

async function spent(accountId: number): Promise<string> {
  const [row] = await db.query<{ sum: string }>(
    `SELECT trim_scale(coalesce(-sum(amount), 0))::text AS sum FROM ledger_entries
     WHERE account_id = $1 AND kind IN ('debit', 'refund')`,
    [accountId],
  );
  return row!.sum;
}

it('is spent to the cent, and no further, by 640 orders of two tokens of a family on two instances', async () => {
  const product = await rows.product({ price: '1' });
  const { id: accountId } = await rows.account({ balance: '100000' });
  const token = await rows.token(accountId, { scopes: ['orders', 'rotate'] });
  await db.query('UPDATE access_tokens SET daily_cap = 100 WHERE token_hash = $1', [
    hashOfToken(token),
  ]);
  const { json } = await one.send(token, 'tokens/rotate', { method: 'POST' });
  const { token: successor } = json as { token: string };
  const senders = [
    [token, one],
    [token, other],
    [successor, one],
    [successor, other],
  ] as const;
  for (const [sender, instance] of senders) await instance.untilKnown(sender, product);
  let next = 0;
  const results: number[] = [];
  const keys = Array.from({ length: 640 }, () => randomUUID());
  const work = async (): Promise<void> => {
    for (;;) {
      const at = next++;
      const key = keys[at];
      const [sender, instance] = senders[at % senders.length]!;
      if (key === undefined) return;
      // 111 says nothing: the same request is sent again.
      const path = `newOrder/${product}/params?order_uuid=${key}`;
      const code = await until(async () => {
        const answered = await codeOf(instance, sender, path);
        return answered !== 111 && answered;
      });
      results.push(code);
    }
  };
  await Promise.all(Array.from({ length: 64 }, work));
  expect(Map.groupBy(results, (code) => code)).toEqual(
    new Map([
      [0, Array(100).fill(0)],
      [119, Array(540).fill(119)],
    ]),
  );
  expect(await spent(accountId)).toBe('100');
});
