import { Client } from 'pg';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../support/migrations.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const OF_REVERSALS = MIGRATIONS.findIndex(({ name }) => name.startsWith('OrderReversals'));
const FORMER = MIGRATIONS.slice(0, OF_REVERSALS);
const WITH_REVERSALS = MIGRATIONS.slice(0, OF_REVERSALS + 1);

let db: TestDatabase;
/** A session of another program, such as a long report. */
let holder: Client;

beforeEach(async () => {
  db = await createTestDatabase({ empty: true });
  await migrate(db.directUrl, { migrations: FORMER });
  await db.query("INSERT INTO accounts (name, balance) VALUES ('Acme', 0)");
  holder = new Client({ connectionString: db.directUrl });
  await holder.connect();
});
afterEach(async () => {
  await holder.end();
  await db.drop();
});

/** What a server of the previous release writes for an order. */
const place = (number: number): Promise<unknown> =>
  db.query(`
    INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price,
                        quantity, total, field_schema, sent_fields, fields, extra_parameters)
      VALUES (1, 'ID_000000000000000${number}', 'key-${number}', 1, '60 UC', 1, 1, 1, '[]', '[]', '{}', '[]');
    UPDATE accounts SET balance = balance - 1, ledger_sequence = ledger_sequence + 1,
                        credit_limit = 100;
    INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id, actor)
      SELECT 1, ledger_sequence, 'debit', -1, balance, 'ID_000000000000000${number}', 'api' FROM accounts`);

const accept = (number: number): Promise<unknown> =>
  db.query(
    `UPDATE orders SET status = 'accept', decided_at = now() WHERE order_id = 'ID_000000000000000${number}'`,
  );

/** Charges the first order again, which the schema must refuse at any time. */
const chargeAgain = (): Promise<unknown> =>
  db.query(`
    UPDATE accounts SET balance = balance - 1, ledger_sequence = ledger_sequence + 1;
    INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id, actor)
      SELECT 1, ledger_sequence, 'debit', -1, balance, 'ID_0000000000000001', 'api' FROM accounts`);

const WAITING = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'souk migrate' AND wait_event_type = 'Lock'`;

describe('the migration of reversals, beside servers of the release before', () => {
  it.each(['orders', 'ledger_entries'])(
    'lets them go on while it waits for a reader of %s',
    async (table) => {
      await place(1);
      await holder.query(`BEGIN; SELECT FROM ${table}`);
      const migrated = migrate(db.directUrl, { migrations: WITH_REVERSALS });
      try {
        await until(async () => (await db.query(WAITING)).length > 0);
        // Each takes the locks of an order, and would wait behind the migration for as long as the reader reads.
        await place(2);
        await place(3);
        await expect(chargeAgain()).rejects.toThrow(/ledger_entries_order_(movement_)?key/);
      } finally {
        await holder.query('COMMIT');
      }
      expect(await migrated).toEqual(['OrderReversals1795200000030']);
    },
  );

  it('keeps what there is, and serves their orders and their closing', async () => {
    await place(1);
    await migrate(db.directUrl, { migrations: WITH_REVERSALS });
    await accept(1);
    await place(2);
    await accept(2);

    expect(await db.query('SELECT refunded FROM orders')).toEqual([
      { refunded: '0.00000000' },
      { refunded: '0.00000000' },
    ]);
    await expect(chargeAgain()).rejects.toThrow('ledger_entries_order_movement_key');
  });

  it('can be repeated after it has failed at any of its statements', async () => {
    await place(1);
    const Migration = WITH_REVERSALS.at(-1)!;
    const statements: string[] = [];
    await new Migration().up({ query: (sql) => Promise.resolve(statements.push(sql)) });
    for (const [count] of statements.entries()) {
      let left = count;
      const broken = {
        query: async (sql: string): Promise<void> => {
          if (left-- === 0) throw new Error('the connection broke');
          await holder.query(sql);
        },
      };
      await expect(new Migration().up(broken)).rejects.toThrow('the connection broke');
      await expect(chargeAgain()).rejects.toThrow(/ledger_entries_order_(movement_)?key/);
    }
    expect(await migrate(db.directUrl, { migrations: WITH_REVERSALS })).toEqual([Migration.name]);
    await expect(chargeAgain()).rejects.toThrow('ledger_entries_order_movement_key');
  });
});
