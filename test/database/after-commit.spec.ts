import { Database } from '../../src/database/database.js';
import type { TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let database: Database;
let told: boolean[];

beforeAll(async () => {
  shop = await workerShop();
  database = shop.service(Database);
});
beforeEach(() => {
  told = [];
});

/** Runs a statement in a transaction of which somebody wants to know the end. */
function run(statement: string, { dryRun = false } = {}): Promise<unknown> {
  return database.transaction(
    (manager) => {
      database.afterCommit(manager, (isCertain) => told.push(isCertain));
      return manager.query(statement);
    },
    { dryRun },
  );
}

describe('who wants to know of a commit', () => {
  it('is told of it once it was made', async () => {
    await run('SELECT 1');
    expect(told).toEqual([true]);
  });

  it('is told of no rollback', async () => {
    await run('SELECT 1', { dryRun: true });
    await expect(run('SELECT 1 / 0')).rejects.toThrow('division by zero');
    expect(told).toEqual([]);
  });

  it('is told that it may have been made when the connection breaks meanwhile', async () => {
    await shop.db.query(`
      CREATE TABLE cut_at_commit (); GRANT INSERT ON cut_at_commit TO PUBLIC;
      CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON cut_at_commit
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cut()`);
    await expect(run('INSERT INTO cut_at_commit DEFAULT VALUES')).rejects.toThrow();
    expect(told).toEqual([false]);
    await shop.db.query('DROP TABLE cut_at_commit; DROP FUNCTION cut()');
  });
});
