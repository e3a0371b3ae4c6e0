import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { configFor, readSettings } from '../../src/config/souk-config.js';
import { loadExtensions, type LoadOptions } from '../../src/extensions/load-extensions.js';
import { createApp } from '../../src/start/app.js';
import { OperatorError } from '../../src/common/app-error.js';
import { failureSentence, failureText } from '../../src/start/failure-sentence.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let folder: string;
let db: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-wrong-extensions-'));
  // A shop of its own: applications that fail are started on it.
  db = await createTestDatabase();
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

const definition = (members: string): string =>
  `export const extension = { name: 'acme', souk: '*', ${members} };`;
const HANDLER = `{ code: 'acme-slow', checkSettings() {}, async deliver() {} }`;

/** Starts the application with these extensions, each the text of a module. @returns the sentence of the failure */
async function failureWith(
  modules: readonly string[],
  limits: LoadOptions = {},
): Promise<string | undefined> {
  const files = modules.map((_, index) => join(folder, `acme-${index}-${Math.random()}.mjs`));
  await Promise.all(modules.map((text, index) => writeFile(files[index] ?? '', text)));
  const config = configFor(readSettings({ PORT: '0' }), db);
  try {
    const extensions = await loadExtensions(files, {}, limits);
    // A shop of its own: it does not start.
    await (await createApp(config, pino({ level: 'silent' }), extensions)).close();
  } catch (error) {
    return failureSentence(error) ?? `no sentence: ${String(error)}`;
  }
  return undefined;
}

const HOST = 'const host = globalThis;\n';
const NEST = "import { Inject, Injectable } from '@nestjs/common';\n";

describe('a wrong extension', () => {
  it.each([
    [
      'a syntax error',
      `${HOST}const = 1;`,
      /acme-0\S+, which cannot be loaded: Unexpected token '=' \(acme-0\S+mjs:2\)\.$/,
    ],
    [
      'an error on import',
      `${HOST}throw new Error('no licence.');`,
      /cannot be loaded: no licence \(acme-0\S+:2\)\.$/,
    ],
    [
      'no export',
      'export const x = 1;',
      /acme-0\S+, which exports no "extension", made by defineExtension\.$/,
    ],
    [
      'a wrong range',
      `export const extension = { name: 'acme', souk: '^9.0.0' };`,
      /works with Souk \^9\.0\.0, and this is 0\.\d+\.\d+; install another version of one of them\.$/,
    ],
    [
      'the range of a release before',
      `export const extension = { name: 'acme', souk: '^0.1.0' };`,
      /works with Souk \^0\.1\.0, and this is 0\.2\.\d+; install another version of one of them, or change it as "From 0\.1 to 0\.2" in Souk's CHANGELOG\.md says, and widen its range\.$/,
    ],
    [
      'a misspelled member',
      definition('migration: []'),
      /has an unknown member "migration"; there are name, souk/,
    ],
    [
      'a throwing constructor',
      `class Acme {\n constructor() {\n  throw new Error('no rates');\n }\n}\n${definition('module: { module: class {}, providers: [Acme] }')}`,
      /^The extension acme \(\S+acme-0\S+\) failed at the start: no rates \(acme-0\S+mjs:3\)\.$/,
    ],
    [
      'a server that cannot be reached',
      `class Acme {\n async onModuleInit() {\n  const { connect } = await import('node:net');\n  await new Promise((_, no) => connect(1, '127.0.0.1').on('error', no));\n }\n}\n${definition('module: { module: class {}, providers: [Acme] }')}`,
      /^The extension acme \(\S+acme-0\S+\) failed at the start: connect ECONNREFUSED/,
    ],
    [
      'a dependency that nobody provides',
      `${NEST}class Rates {}\nclass Acme {}\nInjectable()(Acme);\nInject(Rates)(Acme, undefined, 0);\n${definition('module: { module: class AcmeModule {}, providers: [Acme] }')}`,
      /^The extension acme \(\S+\) failed at the start: Nest can't resolve dependencies of the Acme/,
    ],
    [
      'throwing ports',
      `\n${definition(`ports() { throw new Error('no rates') }`)}`,
      /^The extension acme \(\S+\) failed in "ports": no rates \(acme-0\S+mjs:2\)\.$/,
    ],
    [
      'an unknown port',
      definition(`ports() { return { handler: [] } }`),
      /failed in "ports": there is no port "handler"; there are handlers/,
    ],
    [
      'ports that are no object',
      definition(`ports() { return 7 }`),
      /failed in "ports": it gave 7/,
    ],
    [
      'a task without a period',
      definition(`ports() { return { tasks: [{ name: 'sync', everySeconds: 0, run() {} }] } }`),
      /^The extension "acme" has the task "sync", whose "everySeconds" must be a whole number of at least 1\.$/,
    ],
    [
      'two jobs of one name',
      definition(`ports() { return { jobs: [1, 2].map(() => ({ name: 'mail', handle() {} })) } }`),
      /^The extension "acme" has the job "mail" twice; rename one of them\.$/,
    ],
    [
      'a health that is no function',
      definition(`ports() { return { health: {} } }`),
      /^The extension acme \(\S+\) failed in "ports": the port "health" must be a function/,
    ],
    [
      'a metric of a wrong name',
      definition(`ports(shop) { shop.metrics.counter('Orders', 'Orders.') }`),
      /^The extension acme \(\S+\) failed in "ports": The extension "acme" makes a metric that needs a name of lower-case letters/,
    ],
    [
      'two handlers of one code',
      definition(`ports() { return { handlers: [${HANDLER}, ${HANDLER}] } }`),
      /^Two fulfillment handlers have the code "acme-slow", both of the extension acme; rename one of them\.$/,
    ],
    [
      'a handler with the code of ours',
      definition(`ports() { return { handlers: [{ code: 'codes', checkSettings() {} }] } }`),
      /^Two fulfillment handlers have the code "codes", one of Souk or FULFILLMENT_MODULES and one of the extension acme; rename/,
    ],
    [
      'providers that need each other',
      `${NEST}class Rates {}\nclass Prices {}\nInjectable()(Rates);\nInjectable()(Prices);\nInject(Prices)(Rates, undefined, 0);\nInject(Rates)(Prices, undefined, 0);\n${definition('module: { module: class AcmeModule {}, providers: [Rates, Prices] }')}`,
      /^The extension acme \(\S+acme-0\S+\) failed at the start: A circular dependency has been detected inside \S*(Rates|Prices)/,
    ],
    [
      'a provider of an import that is undefined yet',
      `${NEST}class Rates {}\nInjectable()(Rates);\nInject(undefined)(Rates, undefined, 0);\nclass Inner {}\n${definition('module: { module: class AcmeModule {}, imports: [{ module: Inner, providers: [Rates] }] }')}`,
      /^The extension acme \(\S+acme-0\S+\) failed at the start: /,
    ],
    [
      'modules that import each other',
      `import { Module } from '@nestjs/common';\nclass One {}\nclass Two {}\nModule({ imports: [Two] })(One);\nModule({ imports: [undefined] })(Two);\n${definition('module: One')}`,
      /^The extension acme \(\S+acme-0\S+\) failed at the start: Nest cannot create the Two instance/,
    ],
  ])('with %s stops the start with one sentence', async (_, text, sentence) => {
    expect(await failureWith([text])).toMatch(sentence);
  });

  it('with a wrong operation is refused by name', async () => {
    const operation = `{ name: 'refund', summary: 'refund', permission: 'pay', run() {} }`;
    expect(await failureWith([definition(`operations: [${operation}]`)])).toMatch(
      /acme-0\S+, which declares the operation "acme refund" with the permission "pay", which is not/,
    );
  });

  it.each([
    [`page: 'token', title: 'T'`, /has the section "notes", which is for the page "token"; there/],
    [`page: 'order'`, /has the section "notes", which has no title/],
    [`page: 'order', title: 'T', permission: 'no'`, /which names no permission of its own/],
    [`page: 'order', title: 'T', reed() {}`, /has no method "read"|unknown member "reed"/],
  ])('with a wrong section is refused by name: %s', async (members, sentence) => {
    const read = members.includes('reed') ? '' : 'read() {},';
    const ports = `ports() { return { sections: [{ name: 'notes', ${read} ${members} }] }; }`;
    expect(await failureWith([definition(ports)])).toMatch(sentence);
  });

  const takes = (what: string): RegExp =>
    new RegExp(
      `^The extension acme \\(\\S+acme-0\\S+\\) ${what}, which would act on requests of Souk`,
    );
  /** A module with a method that has Nest's adapter, as `http`, and the `modules` from which it gets anything. */
  const withAdapter = (method: string, work: string): string => `
    import { Inject } from '@nestjs/common';
    import { ApplicationConfig, HttpAdapterHost, ModuleRef } from '@nestjs/core';
    const pass = (_request, _response, next) => next();
    class AcmeModule {
      constructor({ httpAdapter: http }, modules) {
        this.get = () => [http, modules];
        if ('${method}' === 'constructor') this.work();
      }
      work() {
        const [http, modules] = this.get();
        ${work}
      }
    }
    Inject(HttpAdapterHost)(AcmeModule, undefined, 0);
    Inject(ModuleRef)(AcmeModule, undefined, 1);
    if ('${method}' !== 'constructor') AcmeModule.prototype['${method}'] = AcmeModule.prototype.work;
    ${definition('module: { module: AcmeModule, providers: [] }')}`;

  it.each([
    ['constructor', 'http.use(pass);', 'adds middleware to Express itself'],
    ['configure', 'http.use(pass);', 'adds middleware to Express itself'],
    [
      'onModuleInit',
      'http.getInstance().use("/client", pass);',
      'adds middleware to Express itself',
    ],
    [
      'onApplicationBootstrap',
      'http.get("/acme", pass);',
      'adds the route /acme to Express itself',
    ],
    ['constructor', 'http.setOnRequestHook(pass);', 'sets a hook of all requests'],
  ])('whose %s does "%s" stops the start', async (method, work, what) => {
    expect(await failureWith([withAdapter(method, work)])).toMatch(takes(what));
  });

  it('whose ports add a route stop the start', async () => {
    const text = `import { HttpAdapterHost } from '@nestjs/core';\n${definition('ports: (shop) => { shop.get(HttpAdapterHost).httpAdapter.get("/acme", () => undefined); }')}`;
    expect(await failureWith([text])).toMatch(
      /^The extension acme \S+ failed in "ports": The extension acme \S+ adds the route \/acme to Express itself/,
    );
  });

  it('that brings along a package which adds middleware stops the start', async () => {
    const inPackage = withAdapter('constructor', 'http.use(pass);').replace("'acme'", "'package'");
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    await writeFile(join(folder, 'node_modules', 'package.mjs'), inPackage);
    expect(
      await failureWith([
        `import * as other from './node_modules/package.mjs';\n${definition('module: other.extension.module')}`,
      ]),
    ).toMatch(takes('adds middleware or a route to Express itself'));
  });

  it.each(['constructor', 'onModuleInit'])(
    'that gets the configuration of Souk in its %s stops the start',
    async (method) => {
      const work = `
        const { container } = modules;
        container.applicationConfig.useGlobalGuards({ canActivate: () => false });`;
      expect(await failureWith([withAdapter(method, work)])).toMatch(
        /^The extension acme \(\S+acme-0\S+\) (changes the configuration of all routes|failed at the start: Cannot assign to read only)/,
      );
    },
  );

  it('with the code of a handler of another extension stops the start, which names both', async () => {
    const other = definition(`ports() { return { handlers: [${HANDLER}] } }`);
    expect(await failureWith([other.replace("'acme'", "'other'"), other])).toBe(
      'Two fulfillment handlers have the code "acme-slow", one of the extension other and one of the extension acme; rename one of them.',
    );
  });

  it('with a provider that another one has, too, is not taken for the other', async () => {
    const good = `class Rates {}\n${definition('module: { module: class AcmeModule {}, providers: [Rates] }')}`;
    const wrong = `${NEST}class Rates {}\nclass Prices {}\nInjectable()(Rates);\nInject(Prices)(Rates, undefined, 0);\n${definition('module: { module: class AcmeModule {}, providers: [Rates] }')}`;
    expect(await failureWith([good.replace("'acme'", "'other'"), wrong])).toMatch(
      /^The extensions other, acme \(\S+acme-0\S+, \S+acme-1\S+\) failed at the start: /,
    );
  });

  it('whose import never ends stops the start with one sentence', async () => {
    const text = `await new Promise(() => undefined);`;
    expect(await failureWith([text], { importTimeoutMs: 200 })).toMatch(
      /cannot be loaded: its top-level code has not ended after 0\.2 seconds\.$/,
    );
  });

  it('with the name of another one stops the start', async () => {
    expect(await failureWith([definition(''), definition('')])).toMatch(
      /^SOUK_EXTENSIONS names \S+acme-0\S+ and \S+acme-1\S+, and both are called "acme"; leave one out\.$/,
    );
  });

  it('that does not exist is named', async () => {
    const sentences = ['./nowhere.js', 'no-such-package'].map((source) =>
      loadExtensions([source], {}).catch(failureSentence),
    );
    expect(await Promise.all(sentences)).toEqual([
      expect.stringMatching(
        /^SOUK_EXTENSIONS names \.\/nowhere\.js, which cannot be loaded: Cannot find module/,
      ),
      'SOUK_EXTENSIONS names no-such-package, which is neither a file nor an installed package.',
    ]);
  });

  it('with a setting that is wrong, or not its own, is named', async () => {
    const settings = `settings: { ACME_SIZE: { read(text) { if (text !== 'L') throw new Error('must be L'); return text }, default: 'L', sentence: 'Its size.' } }`;
    const file = join(folder, 'sized.mjs');
    await writeFile(file, definition(settings));
    const load = (environment: NodeJS.ProcessEnv) => loadExtensions([file], environment);
    expect((await load({ ACME_SIZE: ' ' }))[0]?.settings).toEqual({ ACME_SIZE: 'L' });
    await expect(load({ ACME_SIZE: 'M' })).rejects.toThrow('ACME_SIZE must be L.');
    const foreign = join(folder, 'foreign.mjs');
    await writeFile(foreign, definition(settings.replace('ACME_SIZE', 'PORT')));
    await expect(loadExtensions([foreign], {})).rejects.toThrow('its settings begin with ACME_');
  });
});

describe('the text of a failure', () => {
  const cause = new Error('no rates');
  const failure = new OperatorError('The extension acme failed.', { cause });

  it('is one sentence, and has stacks only where LOG_LEVEL is debug', () => {
    expect(failureText(failure, () => ({}))).toBe('The extension acme failed.');
    expect(failureText(failure, () => ({ LOG_LEVEL: 'debug' }))).toMatch(
      /^The extension acme failed\.\nOperatorError: .*\n(?:.*\n)+caused by Error: no rates\n/,
    );
  });

  it('needs no environment that can be read', () => {
    const unreadable = (): never => {
      throw new Error('the file .env cannot be read');
    };
    expect(failureText(failure, unreadable)).toBe('The extension acme failed.');
  });
});
