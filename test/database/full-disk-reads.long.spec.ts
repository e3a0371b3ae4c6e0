import { randomUUID } from 'node:crypto';
import { glob, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/database/embedded/index.js';
import { FIRST_ORDER } from '../../src/upkeep/demo-shop.service.js';
import type { Finding } from '../../src/upkeep/doctor/finding.js';
import { souk, soukJson } from '../support/command-line.js';
import { describeWhere } from '../support/describe-where.js';
import { HttpClient, type Answer } from '../support/http-client.js';
import { ServerProcess } from '../support/server-process.js';
import { TestBrowser } from '../support/test-browser.js';
import { SmallDisk } from '../support/small-disk.js';
import { until } from '../support/until.js';

/** So little that the server closes for writing. */
const LITTLE_BYTES = 16 * 1024 ** 2;
/** Enough for an embedded database and its reserve. */
const DISK_MIB = 384;
const RESERVE_BYTES = 64 * 1024 ** 2;
/** More than PostgreSQL has left of its log of changes. */
const MOST_MESSAGES = 200;
const API = '/client/api';
const PASSWORD = 'a long enough passphrase';

const disk = await SmallDisk.mount(DISK_MIB);
const missing = disk ? undefined : 'this user may not mount a small disk';

describeWhere(missing, 'while the disk of the embedded database is full', () => {
  const dataDir = join(disk?.path ?? '', '.souk');
  let server: ServerProcess;
  let client: HttpClient;
  let token: string;
  /** The browser of an owner who has signed in. */
  let owner: TestBrowser;
  /** Keys of orders that were acknowledged. */
  const placed: string[] = [];

  beforeAll(async () => {
    server = await ServerProcess.start({ SOUK_DATA_DIR: dataDir });
    client = new HttpClient(server.baseUrl);
    const of = { SOUK_DATA_DIR: dataDir };
    ({ token } = await soukJson<{ token: string }>(of, 'token', 'issue', '1'));
    const ada = ['operator', 'create', 'ada', '--role', 'owner'];
    const { link } = await soukJson<{ link: string }>(of, ...ada);
    owner = new TestBrowser(server.baseUrl);
    const form = await owner.open(new URL(link).pathname);
    const secrets = { password: PASSWORD, repeat: PASSWORD };
    expect((await owner.send(form, link.slice(-8), secrets)).title).toBe('Today');
    await until(hasReserve);
  });

  afterEach(() => disk?.free());

  afterAll(async () => {
    client.close();
    await server.stop();
    await disk?.unmount();
  });

  const hasReserve = async (): Promise<boolean> =>
    (await stat(join(dataDir, 'reserve')).catch(() => undefined))?.size === RESERVE_BYTES;
  const ask = (path: string): Promise<Answer> => client.send(path, { token });
  const readiness = async (): Promise<unknown> => {
    const { status, json } = await client.send('/health/ready');
    return status === 200 ? 'ready' : (json as { message: string }).message;
  };
  const FULL = 'Not ready: the disk of the database is full';

  async function order(key: string = randomUUID()): Promise<unknown> {
    const path = `${API}/newOrder/${FIRST_ORDER.productId}/params?order_uuid=${key}`;
    const { json } = await ask(path);
    const { status, code } = json as { status: string; code?: number };
    if (status === 'OK') placed.push(key);
    return code ?? status;
  }

  /** What a client reads: statuses and bodies. */
  async function reads(): Promise<unknown> {
    const paths = [
      ...['profile', 'products', 'content/0', 'catalog', 'orders', 'statement'],
      `check?uuid=1&orders=[${placed.join()}]`,
      `quote/${FIRST_ORDER.productId}/params`,
    ];
    const answers = await Promise.all(paths.map((path) => ask(`${API}/${path}`)));
    return answers.map(({ status, json }, index) => [paths[index], status, json]);
  }

  async function expectReadsOnly(before: unknown): Promise<void> {
    expect(await reads()).toEqual(before);
    expect(await order()).toBe(111);
    const sealed = await ask(`${API}/check?uuid=1&seal=1&orders=[${randomUUID()}]`);
    expect(sealed.json).toMatchObject({ code: 111 });
    expect((await client.send('/health/live')).status).toBe(200);
    expect((await client.send(`${API}/ping`)).status).toBe(200);
    expect((await owner.open('/console')).title).toBe('Today');
    const stranger = new TestBrowser(server.baseUrl);
    const signIn = await stranger.open('/console/sign-in');
    const refused = await stranger.send(signIn, 'sign-in', { name: 'ada', password: PASSWORD });
    expect([refused.status, refused.title]).toEqual([503, 'Sign in']);
    expect(refused.text).toContain('The shop cannot answer now.');
    const { out } = await souk({ SOUK_DATA_DIR: dataDir }, 'doctor', '--json');
    const findings = JSON.parse(out) as Finding[];
    expect(findings.find(({ check }) => check === 'disk')).toMatchObject({
      verdict: 'fail',
      message: expect.stringMatching(/^the disk of \S+ is full .* orders are refused/) as string,
    });
  }

  /** A change of the schema may do so at any time; then a process that connects writes its part of the catalog anew. */
  async function outdateCatalogFiles(): Promise<void> {
    for await (const path of glob(join(dataDir, 'postgres/{global,base/*}/pg_internal.init'))) {
      const file = await open(path, 'r+');
      await file.write(Buffer.alloc(4), 0, 4, 0);
      await file.close();
    }
  }

  /** There is space again: all goes on, and nothing was lost. */
  async function expectAllOn(): Promise<void> {
    await disk?.free();
    await until(async () => (await readiness()) === 'ready');
    expect(await order()).toBe('OK');
    const { json } = await ask(`${API}/check?uuid=1&orders=[${placed.join()}]`);
    expect((json as { data: unknown[] }).data).toHaveLength(placed.length);
    expect((await souk({ SOUK_DATA_DIR: dataDir }, 'ledger', 'verify')).code).toBe(0);
    await until(hasReserve);
  }

  it('reads go on without a gap, and writes when there is space again', async () => {
    expect(await order()).toBe('OK');
    const before = await reads();
    await disk?.fill(LITTLE_BYTES);
    await until(async () => {
      expect(await reads()).toEqual(before);
      return (await readiness()) === FULL;
    });
    await disk?.fill();
    await outdateCatalogFiles();
    await until(async () => (await disk?.freeBytes()) !== 0);
    await expectReadsOnly(before);
    await expectAllOn();
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('PANIC');
  });

  it('reads go on after PostgreSQL has ended for want of space', async () => {
    const before = await reads();
    const database = await startEmbeddedPostgres({ dataDir });
    const writer = new Client({ connectionString: database.directUrl });
    writer.on('error', () => undefined);
    await writer.connect();
    await writer.query('BEGIN');
    await disk?.fill();
    const ended = (async () => {
      for (let count = 0; count < MOST_MESSAGES; count++) {
        await writer.query(`SELECT pg_logical_emit_message(true, 'souk', repeat('x', 1000000))`);
      }
    })();
    // Not an error of a statement alone. The log lies on the full disk, so it may lack the reason.
    const { severity = 'the connection broke' } = await ended.then(
      () => ({ severity: 'none' }),
      (error: unknown) => error as { severity?: string },
    );
    expect(['PANIC', 'FATAL', 'the connection broke']).toContain(severity);
    await writer.end().catch(() => undefined);
    // The disk may count as full before PostgreSQL is gone, so reads have to be waited for, too.
    await until(async () => isDeepStrictEqual(await reads(), before));
    await until(async () => (await readiness()) === FULL);
    await expectReadsOnly(before);
    await database.stop();
    await expectAllOn();
  });
});
