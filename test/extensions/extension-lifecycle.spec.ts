import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { configFor, readSettings } from '../../src/config/souk-config.js';
import { Database } from '../../src/database/database.js';
import type { ExtensionDefinition, LoadedExtension } from '../../src/extensions/extension.js';
import { migrate } from '../../src/database/migrate.js';
import { loadExtensions } from '../../src/extensions/load-extensions.js';
import { JobQueue } from '../../src/queue/job-queue.js';
import { createApp } from '../../src/start/app.js';
import { failureSentence } from '../../src/start/failure-sentence.js';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { souk, type CommandResult } from '../support/command-line.js';
import { testExtension } from '../support/extensions.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** Its hooks come before those of the module that has it, and what it writes is what `start` must not do in a command. */
const moduleOf = (name: string, hook = ''): string => `
const note = (step) => globalThis.lifecycle.push('${name} ' + step);
class Step { async up() { note('migration'); } }
class Service {
  constructor() { note('constructor'); }
  onModuleInit() { note('onModuleInit'); ${hook} }
  onApplicationBootstrap() { note('onApplicationBootstrap'); }
}
class ${name}Module {}
export const extension = {
  name: '${name}', souk: '*', migrations: [Step],
  module: { module: ${name}Module, providers: [Service] },
  ports() { note('ports'); return {}; },
  start(shop) { note('start'); if (typeof shop.get !== 'function') throw new Error('no shop'); },
  stop() { note('stop'); },
};
`;

const both = (...steps: readonly string[]): string[] =>
  steps.flatMap((step) => [`acme ${step}`, `zeta ${step}`]);
const WIRING = [
  ...['acme constructor', 'zeta constructor', 'acme ports', 'zeta ports'],
  ...both('onModuleInit', 'onApplicationBootstrap'),
];

const steps: string[] = [];
let folder: string;
let db: TestDatabase;
let files: string[];

beforeAll(async () => {
  Reflect.set(globalThis, 'lifecycle', steps);
  folder = await mkdtemp(join(tmpdir(), 'souk-lifecycle-'));
  files = await Promise.all(['acme', 'zeta'].map((name) => written(name, moduleOf(name))));
  db = await emptyShop();
});
beforeEach(async () => {
  steps.splice(0);
  await db.query('TRUNCATE extensions');
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
  Reflect.deleteProperty(globalThis, 'lifecycle');
});

/** A shop of its own: extensions are wired into it, and a restore replaces it. */
function emptyShop(): Promise<TestDatabase> {
  return createTestDatabase();
}

async function written(name: string, text: string): Promise<string> {
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, text);
  return file;
}

function command(on: TestDatabase, sources: string[], ...words: string[]): Promise<CommandResult> {
  const { url: DATABASE_URL, directUrl: DATABASE_DIRECT_URL } = on;
  const settings = { DATABASE_URL, DATABASE_DIRECT_URL, SOUK_EXTENSIONS: sources.join() };
  return souk(settings, ...words);
}

function server(extensions: readonly LoadedExtension[], on = db) {
  const config = configFor(readSettings({ PORT: '0' }), on);
  // A shop of its own: extensions are started in it.
  return createApp(config, pino({ level: 'silent' }), extensions);
}

/** The sentence with which a server ends. */
async function failureOf(...definitions: Partial<ExtensionDefinition>[]): Promise<unknown> {
  const extensions = definitions.map((definition) => testExtension(definition));
  return server(extensions).then((app) => app.close(), failureSentence);
}

describe('extensions', () => {
  it('are wired in one order in servers and commands, and work in servers alone', async () => {
    const fresh = await emptyShop();
    const { url: DATABASE_URL, directUrl: DATABASE_DIRECT_URL } = fresh;
    const extensions = await loadExtensions(files, {});
    await prepareSchema({ DATABASE_URL, DATABASE_DIRECT_URL }, extensions);
    const app = await server(extensions, fresh);
    expect(steps).toEqual([...both('migration'), ...WIRING, ...both('start')]);
    steps.splice(0);
    expect(await command(fresh, files, 'extension', 'list')).toMatchObject({ code: 0, err: '' });
    expect(steps).toEqual(WIRING);
    steps.splice(0);
    await app.close();
    expect(steps).toEqual(['zeta stop', 'acme stop']);
    await fresh.drop();
  });

  it.each([
    ['extension list', WIRING],
    ['order list', WIRING],
    ['doctor', WIRING],
    ['migrate', []],
    ['account create Acme', []],
  ])('start and stop nothing in "souk %s"', async (words, wiring) => {
    await command(db, files, 'migrate');
    steps.splice(0);
    expect(await command(db, files, ...words.split(' '))).toMatchObject({ err: '' });
    expect(steps).toEqual(wiring);
  });

  it('start and stop nothing in a backup and its restore', async () => {
    const [source, target] = [await emptyShop(), await emptyShop()];
    const file = join(folder, 'shop.backup');
    expect(await command(source, files, 'backup', file)).toMatchObject({ code: 0 });
    const restored = await command(target, files, 'restore', file, '--nothing-sold-since');
    expect(restored).toMatchObject({ code: 0 });
    expect(steps).toEqual([...both('migration'), ...WIRING, ...both('migration'), ...WIRING]);
    await source.drop();
    await target.drop();
  });

  it('start when jobs can be enqueued, after the hooks of all', async () => {
    const early: string[] = [];
    const bootstrap = (name: string) => ({
      module: class {
        onApplicationBootstrap(): void {
          early.push(name);
        }
      },
    });
    const app = await server([
      testExtension({
        module: bootstrap('acme'),
        async start(shop) {
          early.push('start');
          await shop.get(Database).transaction((manager) =>
            // An account that there is not: the job has nothing to do.
            shop.get(JobQueue).send(manager, 'webhook', { accountId: 0 }),
          );
        },
      }),
      testExtension({ name: 'zeta', module: bootstrap('zeta') }),
    ]);
    await app.close();
    expect(early.toSorted()).toEqual(['acme', 'start', 'zeta']);
    expect(early.at(-1)).toBe('start');
  });
});

describe('a wrong extension', () => {
  it('whose start fails ends the server by its name, and those before it are stopped', async () => {
    const stopped: string[] = [];
    const stop = (name: string) => () => void stopped.push(name);
    const sentence = await failureOf(
      { name: 'first', stop: stop('first') },
      { name: 'second', start: () => undefined, stop: stop('second') },
      { start: () => Promise.reject(new Error('no supplier.')), stop: stop('acme') },
      { name: 'later', stop: stop('later') },
    );
    expect(sentence).toMatch(
      /^The extension acme \(acme-souk\) failed in "start": no supplier \(\S+\)\.$/,
    );
    expect(stopped).toEqual(['second', 'first']);
  });

  it('whose migration takes long is named until it ends', async () => {
    const { promise: told, resolve } = Promise.withResolvers<undefined>();
    class AcmeLong {
      up = () => told;
    }
    const said: string[] = [];
    const say = (sentence: string): void => {
      if (said.push(sentence) === 2) resolve(undefined);
    };
    const extensions = [{ name: 'acme', migrations: [AcmeLong] }];
    const done = await migrate(db.directUrl, { extensions, say, reminderIntervalMs: 10 });
    expect(done).toEqual(['acme:AcmeLong']);
    const late = 'The migration AcmeLong of the extension acme has not ended after';
    expect(said.slice(0, 2)).toEqual([
      `${late} 1 minute; it may take as long as it needs.`,
      `${late} 2 minutes; it may take as long as it needs.`,
    ]);
  });

  it('whose hook fails ends a command by its name, and its later hooks do not run', async () => {
    const file = await written('wrong', moduleOf('wrong', `throw new Error('no rates');`));
    const { code, out, err } = await command(db, [file], 'extension', 'list');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(
      /^The extension wrong \(\S+wrong\.mjs\) failed at the start: no rates \(wrong\.mjs:6\)\.\n$/,
    );
    expect(steps.at(-1)).toBe('wrong onModuleInit');
  });

  it('whose ports fail ends a command by its name, before its hooks', async () => {
    const text = `${moduleOf('portless')}extension.ports = () => { throw new Error('no rates'); };`;
    const { err } = await command(db, [await written('portless', text)], 'extension', 'list');
    expect(err).toMatch(/^The extension portless \(\S+\) failed in "ports": no rates \(.*\)\.\n$/);
    expect(steps.at(-1)).toBe('portless constructor');
  });
});
