import { pino } from 'pino';
import { configFor, readSettings } from '../../src/config/souk-config.js';
import { ProductService } from '../../src/catalog/editing/product.service.js';
import { createApp } from '../../src/start/app.js';
import { runCommand } from '../../src/commands/command-line.js';
import { extensionGroups } from '../../src/commands/extension-groups.js';
import { ExtensionRecords } from '../../src/upkeep/extensions/extension-records.service.js';
import { portNames, type ListenerNames } from '../../src/upkeep/extensions/recorded-ports.js';
import { ShopExtensions } from '../../src/upkeep/extensions/shop-extensions.js';
import { Terminal } from '../../src/commands/context/terminal.js';
import { OperatorError } from '../../src/common/app-error.js';
import type { ExtensionCommands } from '../../src/extensions/extension.js';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { soukJson, soukWith } from '../support/command-line.js';
import { testExtension } from '../support/extensions.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const CHECKS = portNames({ checks: [{ name: 'spend' }] });
const ACME = testExtension({}, { ports: CHECKS });

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: its database says that a server needs extensions, so that others would not start.
  shop = await startTestShop();
});
beforeEach(() => shop.db.query('TRUNCATE extensions, extension_faults'));
afterAll(() => shop.close());

/** What the audit has of an action, the latest first. */
async function audited(action: string): Promise<object[]> {
  const entries = await soukJson<{ action: string }[]>(shop, 'audit', 'list');
  return entries.filter((entry) => entry.action === action);
}

describe('the extensions that are recorded', () => {
  beforeEach(async () => {
    shop.service(ShopExtensions).use([ACME]);
    await shop.service(ExtensionRecords).record();
  });

  const revision = async (): Promise<unknown> =>
    (await shop.db.query('SELECT revision, nonce FROM access_revision'))[0];

  it('raise the access revision when they change, and only then', async () => {
    const before = await revision();
    const [row] = await shop.db.query('SELECT xmin, name, version, ports FROM extensions');
    expect(row).toMatchObject({ name: 'acme', version: '1.2.0', ports: CHECKS });
    await shop.service(ExtensionRecords).record();
    expect(await shop.db.query('SELECT xmin, name, version, ports FROM extensions')).toEqual([row]);
    await shop.db.query("UPDATE extensions SET seen_at = now() - interval '2 hours'");
    await shop.service(ExtensionRecords).record();
    const seen = await shop.db.query(
      "SELECT FROM extensions WHERE seen_at > now() - interval '1 hour'",
    );
    expect([seen.length, await revision()]).toEqual([1, before]);

    const seenRevisions = [before];
    for (const extension of [
      testExtension({}, { ports: CHECKS, version: '1.3.0' }),
      testExtension({}, { version: '1.3.0' }),
      testExtension({ name: 'zeta' }),
    ]) {
      shop.service(ShopExtensions).use([extension]);
      await shop.service(ExtensionRecords).record();
      seenRevisions.push(await revision());
    }
    await shop.inTransaction((manager) => shop.service(ExtensionRecords).forget('zeta', manager));
    seenRevisions.push(await revision());
    await shop.db.query('TRUNCATE extensions');
    seenRevisions.push(await revision());
    expect(new Set(seenRevisions.map((one) => JSON.stringify(one))).size).toBe(6);
  });

  it('keep their listeners when a server of another version starts, until they are forgotten', async () => {
    const records = shop.service(ExtensionRecords);
    const start = async (version: string, listeners: ListenerNames[]): Promise<void> => {
      shop.service(ShopExtensions).use([testExtension({}, { version, ports: { listeners } })]);
      await records.record();
    };
    const listeners = async () => (await records.list())[0]?.ports.listeners;
    const [billing, sink] = ['billing', 'sink'].map((name) => ({ name, events: ['order.placed'] }));
    await shop.inTransaction((manager) => records.forget('acme', manager));
    await start('2.0.0', [billing!, { ...sink!, events: ['order.placed', 'order.accepted'] }]);
    const both = [billing, { name: 'sink', events: ['order.accepted', 'order.placed'] }];
    expect(await listeners()).toEqual(both);
    const before = await revision();
    await start('1.0.0', [sink!]);
    expect(await listeners()).toEqual(both);
    expect(await revision()).not.toEqual(before);
    const recorded = await revision();
    await start('1.0.0', [sink!]);
    expect(await revision()).toEqual(recorded);
    await shop.inTransaction((manager) => records.forget('acme', manager));
    await start('2.0.0', [billing!]);
    expect(await listeners()).toEqual([billing]);
  });

  it('keep a server from working without one of them', async () => {
    const records = shop.service(ExtensionRecords);
    await records.assertNoneMissing();
    shop.service(ShopExtensions).use([testExtension()]);
    await expect(records.assertNoneMissing()).rejects.toThrow(
      'The check spend of the extension acme',
    );
    shop.service(ShopExtensions).use([]);
    await expect(records.assertNoneMissing()).rejects.toThrow(OperatorError);
  });

  it('keep a command from changing something without one of them, and only that', async () => {
    const sentence =
      'The extension acme 1.2.0 is recorded in the database but not loaded here; add it to SOUK_EXTENSIONS, or run "souk extension forget acme" when the shop has it no longer.\n';
    const create = ['account', 'create', 'Acme'];
    expect(await soukWith([], shop.db, ...create)).toEqual({ code: 1, out: '', err: sentence });
    expect(await shop.db.query("SELECT FROM accounts WHERE name = 'Acme'")).toEqual([]);
    expect(await soukWith([], shop.db, 'account', 'list')).toMatchObject({
      code: 0,
      err: sentence,
    });
    expect(await soukWith([ACME], shop.db, ...create)).toMatchObject({ code: 0, err: '' });
    const { out } = await soukWith([], shop.db, 'doctor');
    expect(out).toContain('warn  extensions: The extension acme 1.2.0 is recorded');
  });

  it('are listed beside those that are loaded, and forgotten', async () => {
    const other = testExtension({}, { version: '1.3.0', ports: CHECKS });
    const zeta = testExtension({ name: 'zeta' }, { version: '' });
    const list = async (...extensions: (typeof ACME)[]): Promise<unknown> => {
      const { out, err } = await soukWith(extensions, shop.db, 'extension', 'list', '--json');
      expect(err).toBe('');
      return JSON.parse(out);
    };
    const seen = expect.stringMatching(/^\d{4}-/) as string;
    const ports = (...checks: string[]) => ({ ...portNames({}), checks });
    const money = { deposits_a_day: null, added_within_a_day: '0' };
    const bare = { ...money, uses: [], tasks: [], health: null, last_seen: seen };
    const row = { ...bare, name: 'acme', recorded: '1.2.0', ports: ports('spend') };
    expect(await list(other, zeta)).toEqual([
      { ...row, loaded: '1.3.0' },
      { ...row, name: 'zeta', recorded: null, loaded: '', ports: ports(), last_seen: null },
    ]);
    expect(await list()).toEqual([{ ...row, loaded: null }]);
    await shop.db.query(
      "INSERT INTO extension_faults (extension, port, fault, faults) VALUES ('acme', 'a', 'b', 1), ('acmd', 'a', 'b', 1)",
    );
    expect((await soukWith([], shop.db, 'extension', 'forget', 'acmd')).code).toBe(1);
    expect((await soukWith([], shop.db, 'extension', 'forget', 'acme')).code).toBe(0);
    expect(await shop.db.query('SELECT extension FROM extension_faults')).toEqual([
      { extension: 'acmd' },
    ]);
    expect(await list()).toEqual([]);
    expect(await soukWith([], shop.db, 'extension', 'forget', 'acme')).toMatchObject({
      code: 1,
      err: 'No extension acme is recorded. See "souk extension list".\n',
    });
    expect((await audited('extension forget')).slice(0, 3)).toMatchObject([
      { action: 'extension forget', outcome: expect.stringContaining('failed') as string },
      { action: 'extension forget', outcome: 'done', details: { extension: 'acme' } },
      { action: 'extension forget', details: { extension: 'acmd' } },
    ]);
  });
});

describe('an extension that delivers', () => {
  const step = (handler: string) => ({ handler, settings: {} });
  const forget = (...words: string[]) => soukWith([], shop.db, 'extension', 'forget', ...words);
  const record = (name: string, ...handlers: string[]) =>
    shop.db.query(
      `INSERT INTO extensions (name, version, ports) VALUES ($1, '1', $2)
       ON CONFLICT (name) DO UPDATE SET ports = excluded.ports`,
      [name, JSON.stringify({ handlers })],
    );
  const isOnSale = async (id: number) => (await shop.service(ProductService).get(id)).available;

  it('is not forgotten while products are on sale that nobody else would deliver', async () => {
    const category = await shop.category();
    const product = (name: string, ...handlers: string[]) =>
      shop.product({ categoryId: category, name, fulfillment: handlers.map(step) });
    await record('far', 'far', 'shared');
    await record('near', 'shared');
    const alone = await product('Alone', 'far');
    const before = await product('Before others', 'far', 'manual');
    const others = [
      await product('Behind others', 'codes', 'far'),
      await product('Shared', 'shared'),
      await product('By hand'),
    ];
    const off = await product('Off', 'far');
    await shop.db.query('UPDATE products SET available = false WHERE id = $1', [off]);
    const named = `Nobody would deliver some products any more (2): Alone (${alone}), Before others (${before}). `;
    const refused = await forget('far');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(named)]);
    expect(refused.err).toContain('--switch-off');
    expect([await isOnSale(alone), await isOnSale(before)]).toEqual([true, true]);

    expect(await forget('far', '--switch-off')).toMatchObject({ code: 0 });
    expect([await isOnSale(alone), await isOnSale(before)]).toEqual([false, false]);
    for (const other of others) expect(await isOnSale(other)).toBe(true);
    const [entry] = await audited('extension forget');
    expect(entry).toMatchObject({ after: { switched_off: [alone, before] } });
  });

  it('stays, and its products on sale, when it cannot be forgotten', async () => {
    await record('kept', 'kept');
    const product = await shop.product({ fulfillment: [step('kept')] });
    await shop.db.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'kept'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON extensions FOR EACH ROW EXECUTE FUNCTION refuse()`);
    expect(await forget('kept', '--switch-off')).toMatchObject({
      err: expect.stringContaining('kept') as string,
    });
    await shop.db.query('DROP TRIGGER refuse ON extensions; DROP FUNCTION refuse()');
    expect(await isOnSale(product)).toBe(true);
    expect((await forget('kept', '--switch-off')).code).toBe(0);
  });
});

it('an extension is recorded before the jobs of a server start', async () => {
  const { db } = shop;
  let recorded: unknown;
  class Early {
    async onModuleInit(): Promise<void> {
      recorded = await db.query('SELECT name FROM extensions');
    }
  }
  const config = configFor(readSettings({ PORT: '0' }), db);
  const extensions = [testExtension({ module: { module: Early } })];
  // A shop of its own: the extension is recorded at its start.
  await (await createApp(config, pino({ level: 'silent' }), extensions)).close();
  expect(recorded).toEqual([{ name: 'acme' }]);
});

/** Commands of an extension: one that changes something, and one that reads. */
const COMMANDS: ExtensionCommands = {
  name: 'acme',
  description: 'rates of Acme',
  part: 'accounts',
  add: (group, { terminal, withShop, readShop }) => {
    group
      .command('set')
      .argument('<rate>')
      .action((rate: string) =>
        withShop(() => {
          terminal.show({ rate }, `The rate is ${rate}.`);
          return Promise.resolve();
        }),
      );
    group.command('show').action(() =>
      readShop(() => {
        terminal.show({}, 'shown');
        return Promise.resolve();
      }),
    );
  },
};

describe('the commands of extensions', () => {
  const extension = testExtension({ commands: [COMMANDS] });

  it('run, and leave an audit entry when they may change something', async () => {
    expect(await soukWith([extension], shop.db, 'acme', 'set', '3.25')).toEqual({
      code: 0,
      out: 'The rate is 3.25.\n',
      err: '',
    });
    expect(await soukWith([extension], shop.db, '--json', 'acme', 'show')).toMatchObject({
      code: 0,
    });
    expect(await audited('acme set')).toMatchObject([
      { action: 'acme set', outcome: 'done', details: { rate: '3.25' } },
    ]);
  });

  it('stand in the help after those of Souk', async () => {
    const { out } = await soukWith([extension], shop.db, '--help');
    expect(out).toMatch(/ {2}demo .*\n {2}acme +rates of Acme\n {2}help /);
    expect((await soukWith([extension], shop.db, 'help', 'acme')).out).toContain('set <rate>');
    expect(await soukWith([], shop.db, 'acme')).toMatchObject({ code: 2 });
  });

  it.each([
    ['account', 'account', 'The commands "souk account" of the extension account exist already'],
    ['help', 'help', 'exist already'],
    ['acme', 'acmecorp', 'are not its own; call them acme, or acme-…'],
    ['acme', 'acme-A', 'lower-case'],
  ])('of the extension %s are refused under the name %s', (name, group, message) => {
    const commands = [{ ...COMMANDS, name: group }];
    expect(() => extensionGroups([testExtension({ name, commands })])).toThrow(message);
  });

  it('are refused where two extensions have them', () => {
    const twins = [
      testExtension({ commands: [{ ...COMMANDS, name: 'acme-x' }] }),
      testExtension({ name: 'acme-x', commands: [{ ...COMMANDS, name: 'acme-x' }] }),
    ];
    expect(() => extensionGroups(twins)).toThrow(
      '"souk acme-x" of the extension acme-x exist already',
    );
  });

  it.each([
    [['--help'], 0, 'the file is broken\n'],
    [[], 2, 'the file is broken\n'],
    [['account', '--help'], 0, ''],
    [['secret-key'], 0, ''],
    [['account', 'creat'], 2, ''],
  ])('that cannot be loaded do not keep "souk %s" from working', async (words, code, remark) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const [out, err] = [text(stdout), text(stderr)];
    const context = {
      terminal: new Terminal({ stdin, stdout, stderr }),
      withShop: () => Promise.reject(new Error('not needed')),
    };
    const broken = () => Promise.reject(new OperatorError('the file is broken'));
    expect(await runCommand(words, context, broken)).toBe(code);
    stdout.end();
    stderr.end();
    expect((await err).startsWith(remark)).toBe(true);
    expect(await out).toBeDefined();
    await expect(runCommand(['acme'], context, broken)).rejects.toThrow('the file is broken');
  });
});
