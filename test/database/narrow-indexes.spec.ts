import { NarrowIndexes1795200000084 } from '../../src/database/migrations/0084-narrow-indexes.js';
import { WideIndexes1795200000085 } from '../../src/database/migrations/0085-wide-indexes.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const MOVEMENT_KEYS = `
  SELECT FROM pg_index WHERE indisunique AND indisvalid AND indisready AND indexrelid IN (
    to_regclass('ledger_entries_movement_key'), to_regclass('ledger_entries_order_movement_key'))`;

let database: TestDatabase;

beforeAll(async () => {
  // A shop of its own: migrations are undone, and run again.
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('at no moment is a second debit allowed, also where TypeORM repeats a migration', async () => {
  let fewest = Infinity;
  // TypeORM returns the rows alone.
  const runner = {
    query: async (sql: string) => {
      const rows = await database.query<object>(sql);
      fewest = Math.min(fewest, (await database.query(MOVEMENT_KEYS)).length);
      return rows;
    },
  };
  const [narrow, wide] = [new NarrowIndexes1795200000084(), new WideIndexes1795200000085()];
  await wide.down(runner);
  await narrow.down(runner);
  await narrow.up(runner);
  await narrow.up(runner);
  // A server of the release before does not start without the index that it knows, until this migration is known to have run.
  expect(await database.query(MOVEMENT_KEYS)).toHaveLength(2);
  await wide.up(runner);
  await wide.up(runner);
  expect(fewest).toBe(1);
});
