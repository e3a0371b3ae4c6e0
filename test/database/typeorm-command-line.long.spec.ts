import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { MIGRATIONS } from '../support/migrations.js';
import { schemaFingerprint } from '../support/schema-fingerprint.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Run {
  readonly code: number;
  /** Without colors. */
  readonly output: string;
}

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** Runs TypeORM's own command line, as `npx typeorm … -d ormconfig.ts` does in a checkout. */
async function typeorm(command: string, url = database.directUrl): Promise<Run> {
  const words = ['node_modules/typeorm/cli.js', command, '-d', 'ormconfig.ts'];
  const env = { ...process.env, DATABASE_URL: database.url, DATABASE_DIRECT_URL: url };
  const run = promisify(execFile)(process.execPath, words, { cwd: ROOT, env });
  const { code, stdout, stderr } = await run.then(
    (output) => ({ code: 0, ...output }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  return { code, output: stripVTControlCharacters(stdout + stderr) };
}

describe('the command line of TypeORM, with ormconfig.ts', () => {
  it('lists every migration as run, and in an empty database as not run', async () => {
    const empty = await createTestDatabase({ empty: true });
    const before = await typeorm('migration:show', empty.directUrl);
    await empty.drop();
    const after = await typeorm('migration:show');

    expect(before.code).toBe(0);
    expect(before.output.match(/^\[ \] \w+$/gm)).toEqual(
      MIGRATIONS.map(({ name }) => `[ ] ${name}`),
    );
    expect(after.code).toBe(0);
    expect(after.output.match(/^\[.\] .+$/gm)).toEqual(
      MIGRATIONS.map(({ name }, index) => `[X] ${index + 1} ${name}`),
    );
  });

  it('knows the entities: between them and the tables it finds no other column, type or null', async () => {
    const { code, output } = await typeorm('schema:log');
    const statements = output.match(/^(?:CREATE|ALTER|DROP|COMMENT) .*;$/gm) ?? [];

    expect(code).toBe(0);
    // Entities describe columns. Constraints, indexes and defaults are the migrations' alone.
    expect(statements.filter((statement) => !MIGRATIONS_ONLY.test(statement))).toEqual([]);
    expect(statements).toContain('DROP INDEX "public"."orders_waiting_idx";');
  });

  it.each(['schema:sync', 'schema:drop'])('refuses %s, which would drop them', async (command) => {
    const before = await schemaFingerprint(database);
    const { code, output } = await typeorm(command);

    expect(output).toContain('The schema is changed by migrations only.');
    expect(code).toBe(1);
    expect(await schemaFingerprint(database)).toEqual(before);
  });
});

/** What the migrations make beyond the columns. */
const MIGRATIONS_ONLY =
  /^(?:DROP INDEX|ALTER TABLE "\w+" (?:DROP CONSTRAINT|ALTER COLUMN "\w+" DROP DEFAULT))/;
