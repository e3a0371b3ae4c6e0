import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestShop, type TestShop } from '../../src/testing.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const step = (name: string, up: string, down?: string): string => `
  class ${name} {
    up(runner) { return runner.query(${JSON.stringify(up)}); }
    ${down === undefined ? '' : `down(runner) { return runner.query(${JSON.stringify(down)}); }`}
  }`;
const version = (...steps: readonly string[]): string => `
  import { defineExtension } from 'souk';
  ${steps.join('\n')}
  export const extension = defineExtension({
    name: 'acme',
    souk: '*',
    tables: [{ name: 'acme_notes' }],
    migrations: [${steps.map((text) => /class (\w+)/.exec(text)?.[1]).join()}],
  });`;

const NOTES = step('Notes', 'CREATE TABLE acme_notes (note text)');
const COLOR = step(
  'Color',
  "ALTER TABLE acme_notes ADD color text NOT NULL DEFAULT 'red'",
  'ALTER TABLE acme_notes DROP color',
);
const SIZE = step(
  'Size',
  'ALTER TABLE acme_notes ADD size integer',
  'ALTER TABLE acme_notes DROP size',
);
const GREEDY = step('Greedy', 'SELECT 1', 'DROP TABLE notes_of_others');
const BROKEN = step('Broken', 'SELECT nothing');

const VERSIONS = {
  one: version(NOTES),
  two: version(NOTES, COLOR, SIZE),
  greedy: version(NOTES, GREEDY),
  broken: version(NOTES, BROKEN),
};

let folder: string;
let db: TestDatabase;
let shop: TestShop;
const at = (name: keyof typeof VERSIONS): string => join(folder, `${name}.mjs`);
const notes = () => shop.query('SELECT * FROM acme_notes');
const undo = async (...words: string[]) => {
  const { code, out, err } = await shop.souk('extension', 'undo', ...words);
  return code === 0 ? out.trim() : err.trim();
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-versions-'));
  for (const [name, text] of Object.entries(VERSIONS)) {
    await writeFile(join(folder, `${name}.mjs`), text);
  }
  // A shop of its own: it is started with one version of an extension after the other.
  db = await createTestDatabase({ empty: true });
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  const settings = { DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl };
  // A shop of its own: see above.
  shop = await startTestShop({ extensions: [at('one')], settings });
  await shop.query('DELETE FROM acme_notes');
  await shop.query("INSERT INTO acme_notes VALUES ('kept')");
});
afterEach(() => shop.close());

it('an extension is upgraded on what its version before has written, and taken back', async () => {
  const url = shop.baseUrl;
  await shop.restart([at('two')]);
  expect(await notes()).toEqual([{ note: 'kept', color: 'red', size: null }]);
  expect((await shop.request('/health/ready')).status).toBe(200);
  await expect(fetch(`${url}/health/ready`)).rejects.toThrow();

  expect(await undo('acme')).toMatch(/^Taken back: acme:Size\. The next start with this version/);
  expect(await notes()).toEqual([{ note: 'kept', color: 'red' }]);
  // The command before it has run the migration again, as each start does.
  expect(await undo('acme', 'Color')).toContain('Taken back: acme:Size, acme:Color.');
  await shop.restart([at('one')]);
  expect(await notes()).toEqual([{ note: 'kept' }]);
  const [entry] = await shop.query(
    "SELECT before FROM audit_entries WHERE action = 'extension undo' ORDER BY id DESC",
  );
  expect(entry).toEqual({ before: { migrations: ['acme:Size', 'acme:Color'] } });
});

it('a migration without "down", or that has not run, takes nothing back', async () => {
  await shop.restart([at('two')]);
  expect(await undo('acme', 'Notes')).toBe(
    'The migration Notes of the extension acme has no "down"; nothing was taken back.',
  );
  expect(await undo('acme', 'Sizes')).toBe('No migration Sizes of the extension acme has run.');
  expect(await undo('acme2')).toMatch(/^The extension acme2 is not loaded; name its version/);
  expect(await notes()).toEqual([{ note: 'kept', color: 'red', size: null }]);
  await undo('acme', 'Color');
});

it('a "down" that fails, or changes what is not its own, changes nothing', async () => {
  await shop.query('CREATE TABLE notes_of_others ()');
  await shop.restart([at('greedy')]);
  expect(await undo('acme')).toMatch(
    /^"down" of the migration Greedy of the extension acme has failed \(it drops the table notes_of_others, which is not the extension's own\); it stays done/,
  );
  expect(await shop.query('SELECT * FROM notes_of_others')).toEqual([]);
});

it('a shop whose new version does not start can be restarted with the former', async () => {
  await expect(shop.restart([at('broken')])).rejects.toThrow('The migration Broken of the');
  await shop.restart([at('one')]);
  expect(await notes()).toEqual([{ note: 'kept' }]);
  await expect(shop.restart([at('broken')])).rejects.toThrow('The migration Broken of the');
});
