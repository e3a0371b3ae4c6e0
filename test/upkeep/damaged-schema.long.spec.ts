import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../support/migrations.js';
import { soukList } from '../../src/database/schema/schema-list.js';
import type { SchemaObject } from '../../src/database/schema/schema-objects.js';
import type { Finding } from '../../src/upkeep/doctor/finding.js';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { souk, soukWith } from '../support/command-line.js';
import { migration, testExtension } from '../support/extensions.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop } from '../support/test-shop.js';
import { DAMAGE } from './schema-damage.js';

/** The statements run one by one, and one that fails is no matter. */
async function damage(db: TestDatabase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await db.query(statement).catch(() => undefined);
}

async function doctor(db: TestDatabase): Promise<Finding[]> {
  return JSON.parse((await souk(db.url, 'doctor', '--json')).out) as Finding[];
}

/** Of a shop that has lost the table of extensions' faults. */
const FAILED_CHECK = {
  check: 'extensions',
  verdict: 'fail',
  message: expect.stringContaining('relation "extension_faults" does not exist') as string,
};

const faultsOf = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ check, verdict }) => check === 'schema objects' && verdict !== 'ok')
    .map(({ message }) => message);

describe('a damaged schema', () => {
  let db: TestDatabase;
  let findings: Finding[];

  beforeAll(async () => {
    // A shop of its own: it is damaged.
    db = await createTestDatabase();
    for (const [statements] of DAMAGE) await damage(db, statements);
    findings = await doctor(db);
  });
  afterAll(() => db.drop());

  it.each(DAMAGE)('is found by doctor: %j', (_, found, todo) => {
    const message = faultsOf(findings).find((fault) => fault.startsWith(found));
    expect(message).toContain(todo);
  });

  it('is named once for each object', () => {
    // Of the tokens all four triggers; of the table that is gone, its key and its check, too.
    const others = [
      ...['delete', 'insert', 'truncate'].map((event) => `access_tokens_note_${event}`),
      ...['extension_faults_counted', 'extension_faults_pkey'],
    ];
    const faults = faultsOf(findings);
    expect(faults).toHaveLength(DAMAGE.length + others.length);
    for (const other of others) expect(faults.join('\n')).toContain(other);
  });

  it('leaves a check that needs what is gone a finding, and the others go on', () => {
    expect(findings).toContainEqual(FAILED_CHECK);
    expect(findings.at(-1)).toMatchObject({ check: 'maintenance', verdict: 'ok' });
  });
});

it('a check that fails itself is a finding of GET doctor', async () => {
  // A shop of its own: a table is taken away.
  const shop = await startTestShop();
  try {
    const owner = await TestOperator.of(shop, 'owner');
    await shop.db.query('ALTER TABLE extension_faults RENAME TO lost');
    const { status, json } = await owner.ask('GET doctor');
    expect(status).toBe(200);
    expect((json as { items: Finding[] }).items).toContainEqual(FAILED_CHECK);
  } finally {
    await shop.close();
  }
});

describe('what an operator adds', () => {
  it('is told, and is no fault', async () => {
    // A shop of its own: its schema is changed.
    const db = await createTestDatabase();
    await db.query(`CREATE INDEX mine ON orders (product_name);
      CREATE FUNCTION my_function() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER my_trigger AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION my_function();
      ALTER TABLE orders ADD COLUMN my_column text;
      ALTER INDEX orders_account_time_idx SET (fillfactor = 80)`);
    const { code, out } = await souk(db.url, 'doctor');
    await db.drop();
    expect(out).toMatch(
      /^ok +own objects: added by hand, which is no fault: the column my_column of orders, the function my_function\(\), the index mine of orders, the trigger my_trigger of orders$/m,
    );
    expect(out).toMatch(/^ok +schema objects: /m);
    expect(code).toBe(0);
  });
});

describe('the list in the database', () => {
  let db: TestDatabase;

  afterEach(() => db.drop());

  const lists = () =>
    db.query<{ extension: string; objects: SchemaObject[] }>(
      'SELECT extension, objects FROM schema_objects ORDER BY extension',
    );
  const ofSouk = () => [{ extension: '', objects: soukList().objects }];

  it('is whole after an upgrade of a shop that was damaged before', async () => {
    // A shop of its own: it begins in an empty database.
    db = await createTestDatabase({ empty: true });
    const former = MIGRATIONS.filter(({ name }) => !name.startsWith('SchemaObjects'));
    await migrate(db.directUrl, { migrations: former });
    await db.query(`ALTER TABLE stock_codes DROP CONSTRAINT stock_codes_code_hash_key;
      CREATE INDEX mine ON orders (product_name)`);
    expect((await souk(db.directUrl, 'migrate')).code).toBe(0);

    expect(await lists()).toEqual(ofSouk());
    const findings = await doctor(db);
    expect(faultsOf(findings)).toEqual([expect.stringContaining('stock_codes_code_hash_key')]);
    expect(findings.find(({ check }) => check === 'own objects')?.message).toContain('mine');
  });

  it('is written again when it is not that of the release, and never over that of a newer one', async () => {
    // A shop of its own: its list is changed.
    db = await createTestDatabase();
    const spoil = `COMMENT ON TABLE schema_objects IS 'other'; UPDATE schema_objects SET objects = '[]'`;
    await db.query(spoil);
    expect(await migrate(db.directUrl)).toEqual([]);
    expect(await lists()).toEqual(ofSouk());

    await db.query(`${spoil}; INSERT INTO schema_migrations ("timestamp", name)
      VALUES (1795200000999, 'Newer1795200000999')`);
    await migrate(db.directUrl);
    expect(await lists()).toEqual([{ extension: '', objects: [] }]);
  });

  it('is that of the shop which a backup is restored into', async () => {
    // A shop of its own: all of it is in the backup.
    const source = await createTestDatabase();
    await source.query('DROP INDEX orders_account_time_idx');
    const file = join(tmpdir(), `${randomUUID()}.backup`);
    expect((await souk(source.url, 'backup', file)).code).toBe(0);
    await source.drop();
    db = await createTestDatabase();
    expect((await souk(db.url, 'restore', file, '--nothing-sold-since')).code).toBe(0);
    await rm(file);
    expect(await lists()).toEqual(ofSouk());
    expect(faultsOf(await doctor(db))).toEqual([]);
  });

  const TABLE = migration('AcmeA', 'CREATE TABLE acme_a (id integer PRIMARY KEY)');
  const INDEX = migration('AcmeI', 'CREATE INDEX acme_i ON acme_a (id)');
  const TRIGGER = migration(
    'AcmeT',
    `CREATE FUNCTION acme_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
     CREATE TRIGGER acme_t AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION acme_note();
     DROP INDEX acme_i`,
  );
  const acme = (...migrations: (typeof TABLE)[]) =>
    testExtension({ migrations, tables: [{ name: 'acme_a' }] });
  const prepare = (extension: ReturnType<typeof acme>) =>
    prepareSchema({ DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl }, [extension]);
  const names = async () => {
    const rows = await lists();
    const own = rows.find(({ extension }) => extension === 'acme')?.objects ?? [];
    return own.map(({ name }) => name).sort();
  };

  it('has what the migrations of an extension make, and no more', async () => {
    // A shop of its own: an extension changes its schema.
    db = await createTestDatabase();
    await prepare(acme(TABLE, INDEX));
    expect(await names()).toEqual(['acme_a', 'acme_a_pkey', 'acme_i', 'id']);
    await db.query(
      'CREATE INDEX mine ON acme_a (id); ALTER TABLE acme_a DROP CONSTRAINT acme_a_pkey',
    );
    await prepare(acme(TABLE, INDEX, TRIGGER));
    expect(await names()).toEqual(['acme_a', 'acme_a_pkey', 'acme_note()', 'acme_t', 'id']);

    await db.query('ALTER TABLE products DISABLE TRIGGER acme_t');
    const { out } = await soukWith([acme(TABLE, INDEX, TRIGGER)], db, 'doctor', '--json');
    const findings = JSON.parse(out) as Finding[];
    expect(faultsOf(findings)).toEqual([
      expect.stringContaining('the primary key acme_a_pkey of acme_a is missing'),
      expect.stringContaining('the trigger acme_t of products is disabled'),
    ]);
    expect(findings).toContainEqual({
      check: 'own objects',
      verdict: 'ok',
      message: 'added by hand, which is no fault: the index mine of acme_a',
    });
    // Nobody misses it in a shop that has the extension no longer.
    expect(faultsOf(await doctor(db))).toEqual([]);
  });

  it('has the tables that an extension has made before there was a list', async () => {
    // A shop of its own: an extension changes its schema.
    db = await createTestDatabase();
    await prepare(acme(TABLE));
    await db.query('COMMENT ON TABLE schema_objects IS NULL; DELETE FROM schema_objects');
    await prepare(acme(TABLE));
    expect(await names()).toEqual(['acme_a', 'acme_a_pkey', 'id']);
  });
});
