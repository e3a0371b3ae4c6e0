import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import type { Finding } from '../../src/upkeep/doctor/finding.js';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { souk } from '../support/command-line.js';
import { Instance } from '../support/instance.js';
import { onServer } from '../support/server-connection.js';
import { startSuperuserServer, type SuperuserServer } from '../support/superuser-server.js';
import { TestOperator } from '../support/test-operator.js';

const PAGE_BYTES = 8192;

// In this order: what one damages, the next one needs.
describe('what only a superuser or a disk damages', { shuffle: false }, () => {
  let server: SuperuserServer;
  let db: { url: string; directUrl: string };

  beforeAll(async () => {
    server = await startSuperuserServer();
    const url = new URL(server.url);
    [url.username, url.password] = ['app', 'app'];
    db = { url: url.href, directUrl: server.url.href };
    await query("CREATE ROLE app LOGIN PASSWORD 'app'");
    await prepareSchema({ DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl });
  });
  afterAll(() => server.close());

  const query = <Row extends QueryResultRow>(sql: string): Promise<Row[]> =>
    onServer(server.url.href, async (client) => (await client.query<Row>(sql)).rows);

  async function findings(check: string): Promise<Finding[]> {
    const settings = { DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl };
    const { out } = await souk(settings, 'doctor', '--json');
    return (JSON.parse(out) as Finding[]).filter((finding) => finding.check === check);
  }

  /** Runs what a message says, up to the next sentence. */
  const mend = ({ message }: Finding): Promise<unknown> =>
    query(/(?:tables: |superuser, )(.*?)(?:; if that fails.*)?$/.exec(message)?.[1] ?? '');

  it('a foreign key whose triggers are off is found, and mended as doctor says', async () => {
    await query('ALTER TABLE fulfillments DISABLE TRIGGER ALL');
    const [found, ...others] = await findings('schema objects');
    expect(others).toEqual([]);
    expect(found?.message).toMatch(
      /^the foreign key fulfillments_account_id_order_id_fkey of fulfillments is disabled; /,
    );
    if (found) await mend(found);
    expect(await findings('schema objects')).toMatchObject([{ verdict: 'ok' }]);
  });

  it('indexes are compared with their tables where amcheck is there and may be used', async () => {
    expect(await findings('indexes')).toEqual([
      expect.objectContaining({
        verdict: 'ok',
        message: expect.stringContaining('amcheck is not there') as string,
      }),
    ]);
    await query('CREATE EXTENSION amcheck');
    const [refused] = await findings('indexes');
    expect(refused).toMatchObject({
      verdict: 'warn',
      message: expect.stringContaining('the role app may not use amcheck') as string,
    });
    if (refused) await mend(refused);
    expect(await findings('indexes')).toMatchObject([
      { verdict: 'ok', message: expect.stringMatching(/^all \d+ indexes hold/) as string },
    ]);
    expect(await findings('own objects')).toMatchObject([
      { message: expect.stringContaining('the PostgreSQL extension amcheck') as string },
    ]);
  });

  it('an index that lacks a row is found, and mended as doctor says', async () => {
    const ready = (isReady: boolean) =>
      query(
        `UPDATE pg_index SET indisready = ${isReady} WHERE indexrelid = 'code_stocks_pkey'::regclass`,
      );
    await ready(false);
    await query("INSERT INTO code_stocks (name) VALUES ('lost')");
    await ready(true);
    const [found, ...others] = await findings('indexes');
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      verdict: 'fail',
      message: expect.stringContaining('index code_stocks_pkey or its table code_stocks') as string,
    });
    if (found) await mend(found);
    expect(await findings('indexes')).toMatchObject([{ verdict: 'ok' }]);
  });

  it('a page that cannot be read is a finding of GET doctor, and the other checks go on', async () => {
    // A shop of its own: a file of its database is damaged.
    const instance = await Instance.on(db);
    try {
      const owner = await TestOperator.of(instance, 'owner');
      const [row] = await query<{ file: string }>(
        "SELECT pg_relation_filepath('code_stocks') AS file",
      );
      await query('CREATE EXTENSION pg_buffercache');
      await query('CHECKPOINT');
      const damaged = await open(join(server.dataFolder, row?.file ?? ''), 'r+');
      await damaged.write(Buffer.alloc(PAGE_BYTES, 0x77), 0, PAGE_BYTES, 0);
      await damaged.close();
      await query("SELECT pg_buffercache_evict_relation('code_stocks')");

      const { status, json } = await owner.ask('GET doctor');
      expect(status).toBe(200);
      const { items } = json as { items: Finding[] };
      expect(items.find(({ check }) => check === 'stock of codes')).toMatchObject({
        verdict: 'fail',
        message: expect.stringMatching(
          /^it cannot be examined \(invalid page .*\); a file of the database is damaged: .* restore/,
        ) as string,
      });
      expect(items.at(-1)).toMatchObject({ check: 'maintenance', verdict: 'ok' });
    } finally {
      await instance.close();
    }
  });
});
