import { DataSource } from 'typeorm';
import { hostsOf, withHosts } from '../../src/common/postgres-url.js';
import { dataSourceOptions } from '../../src/database/data-source-options.js';
import { souk } from '../support/command-line.js';
import { HttpClient } from '../support/http-client.js';
import { Instance } from '../support/instance.js';
import { throughLine, type Line } from '../support/line.js';
import { lineTo, serverOf, startOtherServer } from '../support/other-server.js';
import { onServer } from '../support/server-connection.js';
import { EndedBeforeListening, ServerProcess } from '../support/server-process.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const CONNECTIONS = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND (application_name = 'souk' OR application_name LIKE 'souk revisions%')`;

const CANNOT_BE_WRITTEN = /^The database cannot be written \([^\n]+\.\n$/;

/** The server that was the primary, and lives on. */
let old: TestDatabase;
/** The server that is the primary now. */
let promoted: TestDatabase;

beforeAll(async () => {
  old = await createTestDatabase();
  promoted = await startOtherServer(old);
});
afterAll(async () => {
  await promoted.drop();
  await old.drop();
});

async function setReadOnly(db: TestDatabase, value: 'on' | 'off'): Promise<void> {
  const name = new URL(db.url).pathname.slice(1);
  const sql = `BEGIN READ WRITE; ALTER DATABASE ${name} SET default_transaction_read_only = ${value}; COMMIT`;
  await onServer(db.directUrl, (client) => client.query(sql));
}

describe('an instance behind a proxy', () => {
  let line: Line;
  let instance: Instance;

  beforeEach(async () => {
    line = await lineTo(old);
    const { url, directUrl } = throughLine(old, line);
    // With an address that may lead elsewhere one day.
    instance = await Instance.on({ url, directUrl }, { DATABASE_URL: url });
  });
  afterEach(async () => {
    await instance.close();
    await line.close();
    await setReadOnly(old, 'off');
  });

  it('leaves a server to which the proxy no longer leads, though it answers', async () => {
    const before = await new ShopRows(old).account({ name: 'Before' });
    const after = await new ShopRows(promoted).account({ name: 'After' });
    expect(await instance.ask(before.token, 'profile')).toContain('Before');
    await until(async () => (await old.query(CONNECTIONS)).length > 1);

    line.leadTo(serverOf(promoted.url));
    await until(async () => (await old.query(CONNECTIONS)).length === 0);
    // Only the listener makes known what changes without a request.
    await until(async () => (await promoted.query(CONNECTIONS)).length > 0);
    expect((await instance.send(after.token, 'profile')).text).toContain('After');
  });

  it('is not ready, and leaves its connections, while the database cannot be written', async () => {
    const ready = (): Promise<number> => instance.page('/health/ready');
    expect(await ready()).toBe(200);
    await setReadOnly(old, 'on');
    expect(await until(async () => (await ready()) === 503)).toBe(true);
    await setReadOnly(old, 'off');
    expect(await until(async () => (await ready()) === 200)).toBe(true);
  });
});

describe('an address with several hosts', () => {
  const urlOf = (url: string): string =>
    withHosts(url, ['127.0.0.1:1', ...hostsOf(old.url), ...hostsOf(promoted.url)]);
  const portOf = async (url: string): Promise<number> => {
    const settings = { url, poolSize: 2, statementTimeout: true };
    const source = await new DataSource(dataSourceOptions(settings)).initialize();
    const [row] = await source.query<{ port: number }[]>('SELECT inet_server_port() AS port');
    await source.destroy();
    return row?.port ?? 0;
  };

  beforeAll(() => setReadOnly(old, 'on'));
  afterAll(() => setReadOnly(old, 'off'));

  it('leads to the one that can be written', async () => {
    expect(await portOf(urlOf(old.url))).toBe(serverOf(promoted.url).port);
  });

  it('leads to the first one that answers, if any will do', async () => {
    const url = `${urlOf(old.url)}?target_session_attrs=any`;
    expect(await portOf(url)).toBe(serverOf(old.url).port);
  });

  it('leads commands and the server there as well', async () => {
    const [url, directUrl] = [urlOf(old.url), urlOf(old.directUrl)];
    const settings = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl };
    const { code, err } = await souk(settings, 'account', 'create', 'Acme');
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(await promoted.query("SELECT FROM accounts WHERE name = 'Acme'")).toHaveLength(1);

    const server = await ServerProcess.start(settings);
    const client = new HttpClient(server.baseUrl);
    expect((await client.send('/health/ready')).status).toBe(200);
    client.close();
    expect(await server.stop()).toBe(0);
  });
});

describe('a start on a database that cannot be written', () => {
  beforeAll(() => setReadOnly(old, 'on'));
  afterAll(() => setReadOnly(old, 'off'));

  it('of a command ends with one sentence', async () => {
    const { code, err } = await souk(old.url, 'account', 'list');
    expect(err).toMatch(CANNOT_BE_WRITTEN);
    expect(code).toBe(1);
  });

  it('of the server ends with one sentence', async () => {
    const settings = { DATABASE_URL: old.url, DATABASE_DIRECT_URL: old.directUrl };
    const start = ServerProcess.start(settings);
    await expect(start).rejects.toThrow(EndedBeforeListening);
    await expect(start).rejects.toThrow(/listened: The database cannot be written \([^\n]+\.\n$/);
  });
});
