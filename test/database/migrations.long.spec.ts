import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options.js';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../support/migrations.js';
import { schemaFingerprint } from '../support/schema-fingerprint.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;

beforeEach(async () => {
  // A shop of its own: migrations begin in an empty database.
  database = await createTestDatabase({ empty: true });
});

afterEach(() => database.drop());

const NAMES = MIGRATIONS.map(({ name }) => name);

/** Works with the oldest `steps` migrations, as an older release of Souk would. */
async function withSteps(
  steps: number,
  work: (dataSource: DataSource) => Promise<unknown>,
): Promise<void> {
  const options = dataSourceOptions({ url: database.url, poolSize: 2, statementTimeout: false });
  const migrations = MIGRATIONS.slice(0, steps);
  const dataSource = await new DataSource({ ...options, migrations }).initialize();
  await work(dataSource).finally(() => dataSource.destroy());
}

/** Some migrations must not run in a transaction. */
const EACH = { transaction: 'each' } as const;
const up = (dataSource: DataSource): Promise<unknown> => dataSource.runMigrations(EACH);
const down = (dataSource: DataSource): Promise<unknown> => dataSource.undoLastMigration(EACH);

describe('migrations', () => {
  it('stand in the order of their time stamps', () => {
    const stamps = NAMES.map((name) => Number(/\d{13}$/.exec(name)?.[0]));

    expect(stamps).toEqual([...new Set(stamps)].sort((left, right) => left - right));
  });

  it('go up one by one, down one by one to nothing, and up again', async () => {
    const empty = await schemaFingerprint(database);
    const onTheWay: string[][] = [empty];
    for (let steps = 1; steps <= MIGRATIONS.length; steps += 1) {
      await withSteps(steps, up);
      onTheWay.push(await schemaFingerprint(database));
      expect(onTheWay[steps]).not.toEqual(onTheWay[steps - 1]);
    }
    for (let steps = MIGRATIONS.length; steps > 0; steps -= 1) {
      await withSteps(steps, down);
      expect(await schemaFingerprint(database)).toEqual(onTheWay[steps - 1]);
    }
    expect(await migrate(database.url)).toEqual(NAMES);
    expect(await schemaFingerprint(database)).toEqual(onTheWay.at(-1));
  });

  it('let accounts in a mode that an older release does not know keep their orders at 200', async () => {
    const steps = NAMES.indexOf('OrdersErrorMode1795200000014') + 1;
    const modes = ['semantic', 'always-200', 'orders-200', null];
    await withSteps(steps, up);
    await database.query(
      `INSERT INTO accounts (name, error_http_status) SELECT 'Acme', mode FROM unnest($1::text[]) mode`,
      [modes],
    );

    await withSteps(steps, down);

    const rows = await database.query('SELECT error_http_status AS mode FROM accounts ORDER BY id');
    expect(rows).toEqual(
      modes.map((mode) => ({ mode: mode === 'orders-200' ? 'always-200' : mode })),
    );
  });

  it('note the words of the accounts that there are, and can be repeated halfway', async () => {
    const steps = NAMES.indexOf('BoundedLists1795200000037') + 1;
    await withSteps(steps - 1, up);
    await database.query(
      "INSERT INTO accounts (name, email) VALUES ('Acme Games', 'a@one.example')",
    );
    await withSteps(steps, up);
    // As if the migration had ended before its last statements, and an account had been renamed meanwhile.
    await database.query("DELETE FROM account_words WHERE word = 'acme'");
    await database.query("INSERT INTO account_words (account_id, word) VALUES (1, 'former')");
    await database.query('DELETE FROM schema_migrations WHERE name = $1', [NAMES[steps - 1]]);
    await withSteps(steps, up);

    const rows = await database.query('SELECT account_id, word FROM account_words ORDER BY word');
    expect(rows).toEqual(
      ['a', 'acme', 'example', 'games', 'one'].map((word) => ({ account_id: 1, word })),
    );
  });

  it('note what the entries of the audit are about, and can be repeated halfway', async () => {
    const steps = NAMES.indexOf('AuditTargets1795200000061') + 1;
    await withSteps(steps - 1, up);
    await database.query(`
      INSERT INTO audit_entries (actor, action, details, after, outcome, finished_at) VALUES
        ('a', 'price set', '{"group_id": 2, "product": 7001, "percentage": "5"}', NULL, 'done', now()),
        ('a', 'group create', '{"name": "Gold"}', '{"id": 2}', 'done', now())`);
    await withSteps(steps, up);
    await database.query("DELETE FROM audit_targets WHERE target = 'product 7001'");
    await database.query('DELETE FROM schema_migrations WHERE name = $1', [NAMES[steps - 1]]);
    await withSteps(steps, up);

    const rows = await database.query(
      'SELECT target, entry_id::integer AS entry FROM audit_targets ORDER BY target, entry_id',
    );
    expect(rows).toEqual([
      { target: 'group 2', entry: 1 },
      { target: 'group 2', entry: 2 },
      { target: 'product 7001', entry: 1 },
    ]);
  });

  it('note the words of the catalog that there is, and can be repeated halfway', async () => {
    const steps = NAMES.indexOf('CatalogWords1795200000043') + 1;
    await withSteps(steps - 1, up);
    await database.query("INSERT INTO categories (name, position) VALUES ('Cards', 1)");
    await database.query(`
      INSERT INTO products (category_id, name, price, product_type, position, deleted_at)
      VALUES (1, '60UC', 1, 'package', 1, NULL), (1, 'Gone', 1, 'package', 2, now())`);
    await withSteps(steps, up);
    await database.query("DELETE FROM catalog_words WHERE word = 'uc'");
    await database.query("INSERT INTO catalog_words VALUES ('products', 'former', 1)");
    await database.query('DELETE FROM schema_migrations WHERE name = $1', [NAMES[steps - 1]]);
    await withSteps(steps, up);

    const rows = await database.query('SELECT list, word FROM catalog_words ORDER BY list, word');
    expect(rows).toEqual([
      { list: 'categories', word: 'cards' },
      { list: 'deleted products', word: 'gone' },
      { list: 'products', word: '60' },
      { list: 'products', word: 'uc' },
    ]);
  });

  it('take turns when four instances start together', async () => {
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url)));

    expect(runs.filter((names) => names.length > 0)).toEqual([NAMES]);
  });

  it('have nothing to do a second time', async () => {
    await migrate(database.url);

    expect(await migrate(database.url)).toEqual([]);
  });
});
