import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { newSecretKey } from '../../src/common/secret-box.js';
import { pathOf } from '../../src/upkeep/audit/operator-action.js';
import { allCommands } from '../support/all-commands.js';
import { entriesAddedBy, expectNoSecret } from '../support/audit-rows.js';
import { souk } from '../support/command-line.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { changingCommands } from './changing-commands.js';
import { READING } from './reading-commands.js';

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

// In the order of the table: a command changes what an earlier one has made.
describe('the audit', { shuffle: false }, () => {
  let shop: TestShop;
  let account: TestAccount;
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
  });

  afterAll(() => shop.close());

  const changing = changingCommands(() => ({ shop, account, categoryId, productId }));

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

  // A restore fills an empty database and leaves its entry there; see backup.long.spec.ts.
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
          action: path === 'group assign' ? 'account set' : path,
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

  it('keeps no secret', () => expectNoSecret(shop));
});
