import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Finding } from '../../src/upkeep/doctor/finding.js';
import { soukWith, type CommandResult } from '../support/command-line.js';
import { migration, testExtension, type TestExtension } from '../support/extensions.js';
import type { TestDatabase } from '../support/test-database.js';
import { ACME, prepared, RATES, SPEND, ZETA } from './backed-up-extensions.js';

describe('the tables of extensions', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  let folder: string;
  let backup: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-extensions-'));
    backup = join(folder, 'shop.backup');
    source = await prepared(ACME, ZETA);
    await source.query(
      `UPDATE acme_rates SET rate = 3.25; INSERT INTO acme_spend (note) VALUES ('a\tb'), ('\\.');
       INSERT INTO acme_days VALUES (2, '2026-01-31'); INSERT INTO zeta_a VALUES (7);
       INSERT INTO extensions (name, version, ports) VALUES ('acme', '1.2.0', '{"listeners": [{"name": "sink", "events": []}], "handlers": [], "policies": [], "checks": [], "tokenSource": false}')`,
    );
    expect(await soukWith([ACME, ZETA], source, 'backup', backup)).toMatchObject({ code: 0 });
  });

  afterAll(async () => {
    await source.drop();
    await rm(folder, { recursive: true });
  });

  afterEach(() => target.drop());

  const restore = (extensions: TestExtension[], file = backup): Promise<CommandResult> =>
    soukWith(extensions, target, 'restore', file, '--nothing-sold-since');

  it('are in a backup, and restored in whatever order the extensions are loaded', async () => {
    target = await prepared(ZETA, ACME);
    expect(await restore([ZETA, ACME])).toMatchObject({ code: 0, err: '' });
    for (const table of ['acme_rates', 'acme_spend', 'acme_days', 'zeta_a', 'extensions']) {
      const rows = await source.query(`SELECT * FROM ${table} t ORDER BY t::text`);
      expect([table, await target.query(`SELECT * FROM ${table} t ORDER BY t::text`)]).toEqual([
        table,
        rows,
      ]);
      expect(rows).not.toEqual([]);
    }
    const [next] = await target.query("INSERT INTO acme_spend (note) VALUES ('new') RETURNING id");
    expect(next).toEqual({ id: 3 });
  });

  it('are named by the header of the file', async () => {
    target = await prepared();
    const [header = ''] = gunzipSync(await readFile(backup))
      .toString()
      .split('\n');
    expect((JSON.parse(header) as { extensions: unknown }).extensions).toEqual([
      {
        name: 'acme',
        version: '1.2.0',
        migrations: ['acme:AcmeRates', 'acme:AcmeSpend'],
        tables: ['acme_rates', 'acme_spend', 'acme_days'],
      },
      { name: 'zeta', version: '', migrations: ['zeta:Zeta'], tables: ['zeta_a'] },
    ]);
  });

  it('are not restored without their extension, which is named', async () => {
    target = await prepared(ZETA);
    expect(await restore([ZETA])).toEqual({
      code: 1,
      out: '',
      err: `${backup} is of a shop with the extension acme 1.2.0, which is not loaded here; add it to SOUK_EXTENSIONS.\n`,
    });
    expect(await target.query('SELECT FROM zeta_a')).toEqual([]);
  });

  it('are not restored by a version with other migrations', async () => {
    const later = testExtension(
      {
        ...ACME.definition,
        migrations: [
          RATES,
          SPEND,
          migration('AcmeMore', 'ALTER TABLE acme_spend ADD more integer'),
        ],
      },
      { version: '1.3.0' },
    );
    target = await prepared(later, ZETA);
    const { code, err } = await restore([later, ZETA]);
    expect([code, err]).toEqual([
      1,
      `${backup} is of other migrations and tables of the extension acme than are loaded here; restore it with acme 1.2.0, then upgrade the extension.\n`,
    ]);
  });

  it('need not be empty: a restore replaces their rows, and no others of a shop', async () => {
    target = await prepared(ACME, ZETA);
    await target.query(
      `INSERT INTO acme_spend (note) VALUES ('there'); INSERT INTO acme_days VALUES (1, now());
       INSERT INTO zeta_a VALUES (8)`,
    );
    expect(await restore([ACME, ZETA])).toMatchObject({ code: 0, err: '' });
    expect(await target.query('SELECT id FROM zeta_a')).toEqual([{ id: 7 }]);
    expect(await target.query('SELECT note FROM acme_spend ORDER BY id')).toEqual([
      { note: 'a\tb' },
      { note: '\\.' },
    ]);
    expect((await restore([ACME, ZETA])).err).toContain('not empty (table audit_entries)');
  });

  it('are not omitted: a backup without their extension is refused', async () => {
    target = await prepared(ACME, ZETA);
    const file = join(folder, randomUUID());
    const { code, err } = await soukWith([ACME], target, 'backup', file);
    expect([code, err]).toEqual([1, expect.stringContaining('would not hold the table zeta_a,')]);
    await expect(writeFile(file, '', { flag: 'wx' })).resolves.toBeUndefined();
  });

  it('and their migrations are known to doctor while the extension is loaded', async () => {
    target = await prepared(ACME);
    const verdicts = async (extensions: TestExtension[]): Promise<string[]> => {
      const { out } = await soukWith(extensions, target, 'doctor', '--json');
      return (
        (JSON.parse(out) as Finding[])
          // No server makes backups of it.
          .filter(({ check, verdict }) => verdict !== 'ok' && check !== 'backups')
          .map(({ check, verdict, message }) => `${verdict} ${check}: ${message}`)
      );
    };
    expect(await verdicts([ACME])).toEqual([]);
    expect(await verdicts([])).toEqual([
      expect.stringContaining(
        'warn foreign migrations: nobody knows acme:AcmeRates, acme:AcmeSpend;',
      ),
      expect.stringContaining('warn foreign tables: acme_days, acme_rates, acme_spend belong'),
    ]);
    expect(await verdicts([ACME, ZETA])).toEqual([
      'fail schema: zeta:Zeta not run yet; run "souk migrate"',
    ]);
  });
});
