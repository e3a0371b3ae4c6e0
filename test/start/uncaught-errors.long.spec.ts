import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { HttpClient, type Answer } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { gateBefore } from '../support/order-gate.js';
import { EndedBeforeListening, ServerProcess, SOURCES } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** Throws again and again, from the first order on. */
const TIMER = `setInterval(() => { throw new Error('no rates'); }, 1);`;
/** An event 'error' that nobody listens to. */
const EMITTER = `
  const { EventEmitter } = process.getBuiltinModule('node:events');
  setTimeout(() => new EventEmitter().emit('error', new Error('no rates')));`;
/** Its stack has no frame of the extension. */
const SOCKET = `process.getBuiltinModule('node:net').connect(1, '127.0.0.1');`;

/** @param onOrder runs for each order, which then takes half a second. */
const onOrders = (onOrder: string): string => `
  export const extension = {
    name: 'acme',
    souk: '*',
    ports: () => ({ checks: [{
      name: 'rates',
      concerns() { ${onOrder} return true; },
      check: () => new Promise((resolve) => setTimeout(resolve, 500)),
    }] }),
  };`;

/** @param onInit runs while the application starts. @param last keeps it from going on. */
const ofModule = (onInit: string, last = 'await new Promise(() => undefined);'): string => `
  export const extension = { name: 'acme', souk: '*', module: { module: class {
    async onModuleInit() { ${onInit} ${last} } } } };`;

let folder: string;
let db: TestDatabase;
let rows: ShopRows;
let settings: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-uncaught-'));
  // A shop of its own: servers of the others record no extensions in it.
  db = await createTestDatabase();
  rows = new ShopRows(db);
  settings = {
    DATABASE_URL: db.url,
    DATABASE_DIRECT_URL: db.directUrl,
    SOUK_DATA_DIR: join(folder, 'data'),
    SOUK_EXTENSIONS: join(folder, 'acme.mjs'),
  };
});
afterEach(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

interface Ending {
  readonly code: number | null;
  /** The lines of the log at level error or above. */
  readonly log: readonly object[];
  readonly said: string;
  /** Undefined where the connection was cut. */
  readonly answer: Answer | undefined;
}

/** Starts a server with this extension, and sends an order, which has it end. */
async function endedByOrder(extension: string): Promise<Ending> {
  await writeFile(join(folder, 'acme.mjs'), extension);
  const { token } = await rows.account({ balance: '100' });
  const product = await rows.product({ type: 'package', price: '1' });
  const log: object[] = [];
  const server = await ServerProcess.start(settings, SOURCES, (line) => {
    log.push(JSON.parse(line) as object);
  });
  const client = new HttpClient(server.baseUrl);
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const [code, answer] = await Promise.all([
    server.ended,
    client.send(path, { token }).catch(() => undefined),
  ]);
  client.close();
  return { code, log, said: await server.said, answer };
}

/** Runs a command in a process of its own. */
async function souk(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; out: string; err: string }>();
  const child = execFile(
    process.execPath,
    [...SOURCES.args.slice(0, -1), 'src/cli.ts', ...words],
    { cwd: SOURCES.folder, env: { PATH: process.env.PATH, ...settings } },
    (_, out, err) => {
      resolve({ code: child.exitCode ?? NaN, out, err });
    },
  );
  return promise;
}

const LINE = {
  level: 60,
  extension: 'acme',
  err: expect.objectContaining({
    message: 'no rates',
    stack: expect.stringContaining('acme.mjs') as string,
  }) as object,
  msg: 'an error that no code has caught ends the server',
};

describe('an error of an extension that no code catches', () => {
  it.each([
    ['in a timer', TIMER, LINE],
    ['in an emitter', EMITTER, LINE],
    ['without a frame of it', SOCKET, { level: 60, extension: 'unknown' }],
  ])('%s ends the server in order: the order under way is answered', async (_, onOrder, line) => {
    const { code, log, said, answer } = await endedByOrder(onOrders(onOrder));
    expect([code, said]).toEqual([1, '']);
    expect(answer?.json).toMatchObject({ status: 'OK' });
    expect(log).toEqual([expect.objectContaining(line)]);
    expect(await invariantFaults(db)).toEqual([]);
  });

  it('cuts an order that is not answered in time', async () => {
    await db.query(gateBefore('orders'));
    await db.query('INSERT INTO gate VALUES (true)');
    const { code, log, said, answer } = await endedByOrder(onOrders(EMITTER));
    expect([code, said, answer]).toEqual([1, '', undefined]);
    expect(log).toContainEqual(expect.objectContaining(LINE));
    await db.query('DELETE FROM gate');
  });

  it('is counted, and doctor tells of it after the next start', async () => {
    for (const onOrder of [TIMER, EMITTER, SOCKET]) await endedByOrder(onOrders(onOrder));
    await writeFile(join(folder, 'acme.mjs'), onOrders(''));
    const server = await ServerProcess.start(settings);
    expect(await readdir(join(folder, 'data'))).toEqual([]);
    const { out } = await souk('doctor');
    expect(out).toMatch(/warn +extensions: .*the server was ended by acme, twice today/);
    expect(await server.stop()).toBe(0);
  });

  it('ends a server whose data folder cannot be written, too', async () => {
    await writeFile(join(folder, 'data'), '');
    const { code, log, answer } = await endedByOrder(onOrders(TIMER));
    expect([code, answer?.status]).toEqual([1, 200]);
    expect(log).toEqual([expect.objectContaining(LINE)]);
  });

  const starting = async (extension: string): Promise<unknown> => {
    await writeFile(join(folder, 'acme.mjs'), extension);
    return ServerProcess.start(settings).catch((error: unknown) => error);
  };

  it.each([
    ['while it loads', `${TIMER} await new Promise(() => undefined);`, /acme\.mjs/],
    ['while the application starts', ofModule(EMITTER), /^The extension acme threw/],
    ['without a frame of it', ofModule(SOCKET), /^Code without a frame of an extension threw/],
  ])('%s is one sentence, and the start ends with 1', async (_, extension, sentence) => {
    const error = (await starting(extension)) as EndedBeforeListening;
    expect(error).toBeInstanceOf(EndedBeforeListening);
    expect(error.code).toBe(1);
    const [, said = ''] = error.message.split('before it listened: ');
    expect(said).toMatch(
      /^[^\n]* threw an error that no code has caught: (?:no rates \(acme\.mjs:\d+\)|connect ECONNREFUSED [\d.:]+)\.\n$/,
    );
    expect(said).toMatch(sentence);
  });

  it('stops an embedded database in order, at the start, too', async () => {
    const { SOUK_DATA_DIR = '', SOUK_EXTENSIONS = '' } = settings;
    settings = { SOUK_DATA_DIR, SOUK_EXTENSIONS };
    expect(await starting(ofModule(EMITTER))).toBeInstanceOf(EndedBeforeListening);
    const after = ofModule(`setInterval(() => { ${EMITTER} }, 5_000);`, '');
    const server = await starting(after);
    expect(server).toBeInstanceOf(ServerProcess);
    expect([await (server as ServerProcess).ended, await (server as ServerProcess).said]).toEqual([
      1,
      '',
    ]);
    const cluster = await readdir(join(SOUK_DATA_DIR, 'postgres'));
    expect(cluster).toContain('PG_VERSION');
    expect(cluster).not.toContain('postmaster.pid');
    // All are taken up by the next start, which would come before those after it.
    await writeFile(join(folder, 'acme.mjs'), onOrders(''));
    const next = await ServerProcess.start(settings);
    expect((await souk('doctor')).out).toContain('the server was ended by acme, twice today');
    expect(await next.stop()).toBe(0);
  });

  it.each([
    ['while it runs', `withShop(async () => { ${TIMER} await new Promise(() => undefined); })`],
    ['after its end', `{ setTimeout(() => { ${TIMER} }, 100) }`],
    ['in a promise that nobody awaits', `{ void Promise.reject(new Error('no rates')) }`],
  ])('of a command %s is one sentence, and it ends with 1', async (_, action) => {
    await writeFile(
      join(folder, 'acme.mjs'),
      `export const extension = { name: 'acme', souk: '*', commands: [{
        name: 'acme',
        description: 'rates of Acme',
        add: (group, { withShop }) => { group.command('rate').action(() => ${action}); },
      }] };`,
    );
    expect(await souk('acme', 'rate')).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^The extension acme threw an error that no code has caught: no rates \(acme\.mjs:\d\)\.\n$/,
      ) as string,
    });
  });
});
