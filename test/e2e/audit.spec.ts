import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { newSecretKey } from '../../src/common/secret-box.js';
import { pathOf } from '../../src/operator/audit/operator-action.js';
import { allCommands } from '../support/all-commands.js';
import { auditEntries, entriesAddedBy, expectNoSecret } from '../support/audit-rows.js';
import { place } from '../support/book-pages.js';
import { souk, soukJson } from '../support/command-line.js';
import { MailReceiver } from '../support/mail-receiver.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { changingCommands } from './changing-commands.js';

/** The commands that only read. Each other one must leave an entry of its change. */
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
  'webhook failures',
  'secret-key',
  'order show',
  'price list',
  'token list',
  'visibility list',
];

/** Arguments that a command which only reads accepts, though it may fail with them. */
function wordsFor(command: Command): string[] {
  return (
    command.registeredArguments
      .filter(({ required }) => required)
      // The path of a file that does not exist.
      .map((argument) => (argument.name() === 'file' ? join(tmpdir(), randomUUID()) : '700000'))
  );
}

const COMMANDS = await allCommands();

describe('the audit', () => {
  let shop: TestShop;
  let account: TestAccount;
  let receiver: WebhookReceiver;
  let mails: MailReceiver;
  let settings: Record<string, string>;
  let categoryId: number;
  let productId: number;

  beforeAll(async () => {
    settings = { SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'on' };
    shop = await startTestShop(settings);
    settings = { DATABASE_URL: shop.db.url, ...settings };
    account = await shop.account({ balance: '10' });
    categoryId = await shop.category();
    productId = await shop.product({ categoryId });
    receiver = await WebhookReceiver.start();
    mails = await MailReceiver.start();
  });

  afterAll(async () => {
    await shop.close();
    await mails.close();
    await receiver.close();
  });

  const entries = () => auditEntries(shop);
  const url = () => receiver.url('/told');
  const changing = changingCommands(() => ({
    ...{ shop, account, categoryId, productId, mailPort: mails.port, url: url() },
  }));

  it('knows of each command whether it changes something', () => {
    const listed = [...READING, ...Object.keys(changing), 'restore'];
    expect(COMMANDS.map(pathOf).sort()).toEqual(listed.sort());
  });

  it.each(COMMANDS.filter((command) => READING.includes(pathOf(command))).map(pathOf))(
    'has no entry of: souk %s, which only reads',
    async (path) => {
      const command = COMMANDS.find((one) => pathOf(one) === path);
      const added = await entriesAddedBy(shop, async () => {
        const { err } = await souk(
          settings,
          ...path.split(' '),
          ...(command ? wordsFor(command) : []),
        );
        // No stack: a command that fails must have found all of its services.
        expect(err).not.toMatch(/^ +at /m);
      });
      expect(added).toEqual([]);
    },
  );

  // A restore fills an empty database and leaves its entry there; see backup.spec.ts.
  it.each(Object.entries(changing))(
    'has one entry of: souk %s, with what it changed',
    async (path, [told, wordsOf]) => {
      const words = await wordsOf();
      const added = await entriesAddedBy(shop, async () => {
        const { code, err } = await souk(settings, ...path.split(' '), ...words);
        expect(code === 0 ? 'done' : err).toBe('done');
      });
      const there = expect.any(Object) as unknown;
      expect(added).toEqual([
        expect.objectContaining({
          action: path,
          actor: expect.stringMatching(/^operator/) as string,
          outcome: 'done',
          finished_at: expect.anything() as unknown,
          role: null,
          address: null,
          before: told === 'after' ? null : there,
          after: told === 'before' ? null : there,
        }),
      ]);
    },
  );

  it('keeps no secret', async () => {
    await expectNoSecret(shop);
    // As `settle` has left it.
    await shop.db.query('UPDATE maintenance SET enabled = false');
  });

  it('says what was asked for, and shows no secret', async () => {
    const product = await shop.product({ price: '1' });
    const { api } = await shop.account({ balance: '5' });
    const path = `/client/api/newOrder/${product}?order_uuid=${randomUUID()}`;
    const { data } = (await api(path)).json as { data: { order_id: string } };
    const words = ['--code', 'HIDDEN-1', '--code', 'HIDDEN-2', '--note', 'by hand'];
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

  it('tells which orders a command has closed that failed for others', async () => {
    const product = await shop.product({ price: '1' });
    const [id] = await place(await shop.account({ balance: '5' }), product);
    await souk(shop.db.url, 'order', 'accept', id, 'ID_00000000000000ff');
    expect((await auditEntries(shop)).at(-1)).toMatchObject({
      outcome: 'failed: 1 of 2 orders were not closed.',
      before: { [id]: 'wait' },
      after: { [id]: 'accept' },
    });
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
