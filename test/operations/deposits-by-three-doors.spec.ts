import { randomUUID } from 'node:crypto';
import { sumOf } from '../../src/common/money.js';
import { souk } from '../support/command-line.js';
import { operatorBrowser } from '../support/console-operator.js';
import { invariantFaults } from '../support/invariants.js';
import { settled } from '../support/settled.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const DEPOSITS = 64;
const ORDERS = 8;

/** An entry in the ledger of an account, beside the entry of its deposit in the audit, if it is one. */
interface Moved {
  readonly kind: string;
  readonly amount: string;
  readonly balance: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly entries: number;
}

const MOVED = `
  SELECT kind, trim_scale(amount)::text AS amount, trim_scale(balance_after)::text AS balance,
         min(audit.before ->> 'balance') AS before, min(audit.after ->> 'balance') AS after,
         count(audit.id)::integer AS entries
  FROM ledger_entries entry LEFT JOIN audit_entries audit
    ON audit.action = 'balance deposit' AND audit.outcome = 'done'
      AND audit.details ->> 'account' = entry.account_id::text
      AND audit.details ->> 'reference' = entry.reference
  WHERE entry.account_id = $1 GROUP BY account_id, sequence ORDER BY sequence`;

it('deposits by all doors at once, beside orders, each tell the balance just before and just after', async () => {
  const shop = await workerShop();
  const owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
  const browser = await operatorBrowser(shop, 'owner', fresh('owner'));
  const accounts: TestAccount[] = [];
  for (const balance of ['10', '20', '30']) accounts.push(await shop.account({ balance }));
  const product = await shop.product({ price: '0.5' });
  const accountOf = (index: number): TestAccount => accounts[index % accounts.length]!;

  /** Returns when the deposit is made; a busy server may answer 503 at first. */
  const doors = [
    (id: number, amount: string, reference: string) => {
      const ask = { body: { amount, reference }, key: reference };
      return until(
        async () => (await owner.ask(`POST accounts/${id}/deposits`, ask)).status === 201,
      );
    },
    async (id: number, amount: string, reference: string) => {
      const path = `/console/accounts/${id}/statement`;
      const page = await until(async () => {
        const shown = await browser.open(path);
        return shown.status === 200 && shown;
      });
      const typed = { amount, reference };
      await until(async () => (await browser.send(page, 'deposits', typed)).status === 200);
    },
    async (id: number, amount: string, reference: string) => {
      const words = ['balance', 'deposit', String(id), amount, '--ref', reference];
      await until(async () => {
        const { code, err } = await souk(shop, ...words);
        // One whose answer was lost is there.
        return code === 0 || err.includes('was used on this account before');
      });
    },
  ];
  const deposits = Array.from({ length: DEPOSITS }, (_, index) => {
    const door = doors[Math.floor(index / accounts.length) % doors.length]!;
    return door(accountOf(index).id, `${index + 1}.25`, fresh('deposit'));
  });
  const orders = Array.from({ length: ORDERS }, async (_, index) => {
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&playerId=7`;
    const { json } = await settled(() => accountOf(index).api(path));
    const { order_id: id } = (json as { data: { order_id: string } }).data;
    const ask = { body: { reason: 'No.' }, key: id };
    await until(async () => (await owner.ask(`POST orders/${id}/reject`, ask)).status === 200);
  });
  await Promise.all([...deposits, ...orders]);

  let told = 0;
  let ordered = 0;
  for (const { id } of accounts) {
    let running = '0';
    const moved = await shop.db.query<Moved>(MOVED, [id]);
    for (const { kind, amount, balance, before, after, entries } of moved) {
      const next = sumOf(running, amount);
      expect(balance).toBe(next);
      // What an account begins with was no operation.
      if (kind === 'deposit' && running !== '0') {
        expect([entries, before, after]).toEqual([1, running, next]);
        told += 1;
      }
      running = next;
    }
    ordered += moved.filter(({ kind }) => kind === 'debit' || kind === 'refund').length;
  }
  expect([told, ordered]).toEqual([DEPOSITS, 2 * ORDERS]);
  const ids = accounts.map(({ id }) => id);
  expect(await invariantFaults(shop.db, ids)).toEqual([]);
});
