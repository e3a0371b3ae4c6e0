import { readFileSync } from 'node:fs';
import { JOB_SCHEMA } from '../../src/queue/job-schema.js';
import { SourceProgram } from './source-program.js';
import { WrittenTables, type TableWrite } from './written-tables.js';

/** Files that may write all tables: they restore, re-encrypt or repair rows. */
const EXCEPTED = [
  'src/database/migrations/',
  'src/upkeep/backup/backup-restore.ts',
  'src/upkeep/backup/postponed-checks.ts',
  'src/upkeep/secrets/',
  'src/upkeep/doctor/',
  'src/start/testing/',
];

/** A file that is not there, with a foreign write in each line. */
const FOREIGN = 'src/upkeep/foreign.ts';
const WAYS: readonly (readonly [way: string, table: string])[] = [
  ["'UPDATE products SET available = true'", 'products'],
  ["'insert into orders (order_id) values ($1)'", 'orders'],
  ['`WITH gone AS (DELETE FROM ONLY "accounts" RETURNING id) SELECT`', 'accounts'],
  ["'TRUNCATE audit_entries, products'", 'products'],
  ["'COPY price_rules (id) FROM STDIN'", 'price_rules'],
  ["'LOCK TABLE ledger_entries, categories IN SHARE ROW EXCLUSIVE MODE'", 'categories'],
  ["`SELECT nextval(pg_get_serial_sequence('products', 'id'))`", 'products'],
  ['`UPDATE ${NAMES.one} SET id = 1`', 'categories'],
  ["`INSERT INTO ${'a table'.trim()} VALUES (1)`", '?'],
  ['manager.insert(Product, {})', 'products'],
  ['manager.save(manager.create(Product, {}))', 'products'],
  ['manager.delete(Product, { id: 1 })', 'products'],
  ['products.update({ id: 1 }, { available: false })', 'products'],
  ['manager.createQueryBuilder().update(Product).set({})', 'products'],
  ["manager.createQueryBuilder().insert().into('products')", '?'],
  ["manager.createQueryBuilder(Product, 'p').delete()", 'products'],
];
const HEAD = [
  "import type { EntityManager, Repository } from 'typeorm';",
  "import { Product } from '../catalog/product.entity.js';",
  "const NAMES = { one: 'categories' } as const;",
  'export const writes = (manager: EntityManager, products: Repository<Product>) => [',
];

/** The module that owns a table; those of the job library belong to the queue. */
function ownerOf(table: string): string | undefined {
  return table.startsWith(`${JOB_SCHEMA}.`) ? 'queue' : owners.get(table);
}

/** The module that owns each table of ours, by docs/architecture.md. */
const owners = new Map<string, string>();
let program: SourceProgram;
let foreign: TableWrite[];

beforeAll(() => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  const [, table = ''] = page.split('### Who owns which table');
  for (const [, room = '', tables = ''] of table.matchAll(/^\| `(\w+)` \| (.*?) \|$/gm)) {
    for (const [, name = ''] of tables.matchAll(/`(\w+)`/g)) owners.set(name, room);
  }
  const lines = WAYS.map(([way]) => `  ${way},`);
  program = new SourceProgram({ [FOREIGN]: [...HEAD, ...lines, '];'].join('\n') });
  foreign = new WrittenTables(program)
    .all(new Set(owners.keys()))
    .filter(({ path }) => !EXCEPTED.some((excepted) => path.startsWith(excepted)))
    .filter(({ path, table }) => ownerOf(table) !== path.split('/')[1]);
});

describe('tables', () => {
  it('are written by the room that owns them alone', () => {
    const found = foreign.filter(({ path }) => path !== FOREIGN);
    expect(found.map(({ path, line, table }) => `${path}:${line} writes ${table}`)).toEqual([]);
  });

  it('have each an owner', () => {
    const migrations = [...program.files()]
      .filter(([path]) => path.startsWith('src/database/migrat'))
      .map(([, { text }]) => text)
      .join('\n');
    const created = [
      ...migrations.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/g),
    ].map(([, name = '']) => name);
    // Migration 0059 makes it, 0060 drops it.
    const present = created.filter((table) => table !== 'lost_codes');
    expect([...owners.keys()].sort()).toEqual(present.sort());
  });

  it.each(WAYS.map(([way, table], index) => ({ way, table, line: HEAD.length + index + 1 })))(
    'are found to be written by $way',
    ({ table, line }) => {
      expect(foreign).toContainEqual({ path: FOREIGN, line, table });
    },
  );
});
