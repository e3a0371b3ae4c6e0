import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { newSecretKey } from '../../src/common/secret-box.js';
import { pathOf } from '../../src/operator/audit/operator-action.js';
import { buildProgram } from '../../src/operator/commands/command-line.js';
import { Terminal } from '../../src/operator/terminal.js';
import { souk, soukJson } from '../support/command-line.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

interface Entry {
  readonly action: string;
  readonly actor: string;
  readonly outcome: string | null;
  readonly details: Record<string, unknown>;
  readonly finished: boolean;
}

/** The commands that only read. Each command must be listed here or leave an entry. */
const READING = [
  'account list',
  'account show',
  'audit list',
  'audit operators',
  'backup',
  'balance show',
  'balance statement',
  'catalog export',
  'catalog show',
  'doctor',
  'extension list',
  'extension failures',
  'group list',
  'ip list',
  'ledger verify',
  'maintenance status',
  'migrate',
  'notify list',
  'notify mail-server show',
  'operator list',
  'operator token list',
  'order list',
  'order find',
  'order refusals',
  'delivery handlers',
  'delivery show',
  'codes list',
  'cost list',
  'report sales',
  'report balances',
  'report stock',
  'supplier list',
  'webhook show',
  'webhook test',
  'webhook failures',
  'secret-key',
  'order show',
  'price list',
  'token list',
  'visibility list',
];

/** Every command that can be run, not the groups. */
async function commands(): Promise<Command[]> {
  const streams = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  };
  const withShop = () => Promise.resolve();
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  return leaves(await buildProgram({ terminal: new Terminal(streams), withShop }));
}

/** Values of mandatory options that take no other text. */
const VALUES: Readonly<Record<string, string>> = { '--role': 'viewer', '--expires': '90d' };

/** Arguments that the command accepts, though it may fail with them. */
function wordsFor(command: Command): string[] {
  const values = command.registeredArguments
    .filter(({ required }) => required)
    // The path of a file that does not exist.
    .map((argument) => (argument.name() === 'file' ? join(tmpdir(), randomUUID()) : '700000'));
  const options = command.options
    .filter(({ mandatory }) => mandatory)
    .flatMap(({ long }) => [long ?? '', VALUES[long ?? ''] ?? 'x']);
  return [...pathOf(command).split(' '), ...values, ...options];
}

const COMMANDS = await commands();

describe('the audit', () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await startTestShop();
    await shop.account({ balance: '10' });
  });

  afterAll(() => shop.close());

  const entries = () =>
    shop.db.query<Entry>(
      `SELECT action, actor, outcome, details, finished_at IS NOT NULL AS finished
       FROM audit_entries ORDER BY id`,
    );

  it.each(COMMANDS.map((command) => [pathOf(command), wordsFor(command)] as const))(
    'has an entry of: souk %s, unless it only reads',
    async (path, words) => {
      const before = await entries();
      const { code, err } = await souk(shop.db.url, ...words);
      // No stack: a command that fails must have found all of its services.
      expect(err).not.toMatch(/^ +at /m);
      const added = (await entries()).slice(before.length);
      // A restore fills an empty database and leaves its entry there; see backup.spec.ts.
      const expected =
        READING.includes(path) || path === 'restore'
          ? []
          : [
              {
                action: path,
                actor: expect.stringMatching(/^operator/) as string,
                outcome: (code === 0 ? 'done' : expect.stringMatching(/^failed: ./)) as string,
                finished: true,
              },
            ];
      expect(added).toMatchObject(expected);
      expect(added).toHaveLength(expected.length);
      await shop.db.query('UPDATE maintenance SET enabled = false');
    },
  );

  it('says what was asked for, and shows no secret', async () => {
    const product = await shop.product({ price: '1' });
    const account = await shop.account({ balance: '5' });
    const path = `/client/api/newOrder/${product}?order_uuid=${randomUUID()}`;
    const { data } = (await account.api(path)).json as { data: { order_id: string } };
    const words = ['--code', 'HIDDEN-1', '--code', 'HIDDEN-2', '--note', 'by hand'];
    const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: newSecretKey() };
    await soukJson(settings, 'order', 'accept', data.order_id, ...words);
    await soukJson(shop.db.url, 'balance', 'deposit', '1', '250', '--ref', 'inv-1');
    await soukJson(shop.db.url, 'token', 'issue', '1', '--label', 'http://u:HIDDEN-3@shop');
    const tail = (await entries()).slice(-3);
    expect(tail.map(({ action, outcome, details }) => ({ action, outcome, details }))).toEqual([
      {
        action: 'order accept',
        outcome: 'done',
        details: { orders: [data.order_id], code: ['***', '***'], note: 'by hand' },
      },
      {
        action: 'balance deposit',
        outcome: 'done',
        details: { account: 1, amount: '250', ref: 'inv-1' },
      },
      { action: 'token issue', outcome: 'done', details: { account: 1, label: 'http://***@shop' } },
    ]);
    expect(JSON.stringify(await entries())).not.toContain('HIDDEN');
    const listed = await soukJson<object[]>(shop.db.url, 'audit', 'list', '--limit', '2');
    expect(listed).toMatchObject([{ action: 'token issue' }, { action: 'balance deposit' }]);
  });

  it('says why a change failed, in the words that the operator saw', async () => {
    const { err } = await souk(shop.db.url, 'balance', 'deposit', '999', '1');
    expect((await entries()).at(-1)).toMatchObject({ outcome: `failed: ${err.trim()}` });
  });

  it('keeps no entry of a dry run', async () => {
    const before = await entries();
    await souk(shop.db.url, 'catalog', 'import', '/nowhere.csv', '--dry-run');
    expect(await entries()).toHaveLength(before.length);
  });

  it.each([
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
    "UPDATE audit_entries SET actor = 'nobody'",
    'UPDATE audit_entries SET outcome = NULL, finished_at = NULL',
    "UPDATE audit_entries SET outcome = 'done', finished_at = now()",
  ])('refuses: %s', async (statement) => {
    await expect(shop.db.query(statement)).rejects.toThrow('audit entries are append-only');
  });

  it('lets an entry without an outcome be completed, and nothing else of it', async () => {
    await shop.db.query("INSERT INTO audit_entries (actor, action) VALUES ('test', 'cut off')");
    const finish = "outcome = 'failed: x', finished_at = now()";
    const where = "WHERE action = 'cut off'";
    const both = `UPDATE audit_entries SET ${finish}, details = '{"a":1}' ${where}`;
    await expect(shop.db.query(both)).rejects.toThrow('append-only');
    expect((await souk(shop.db.url, 'audit', 'list')).out).toMatch(/cut off +unknown/);
    await shop.db.query(`UPDATE audit_entries SET ${finish} ${where}`);
    await expect(shop.db.query(`UPDATE audit_entries SET ${finish} ${where}`)).rejects.toThrow();
  });
});
