import { randomUUID } from 'node:crypto';
import { pathOf } from '../../src/upkeep/audit/operator-action.js';
import { allCommands } from '../support/all-commands.js';
import { auditEntries } from '../support/audit-rows.js';
import { place } from '../support/book-pages.js';
import { souk, soukJson } from '../support/command-line.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';
import { WALKED_COMMANDS } from '../operations/walked-doors.js';
import { changingCommands } from './changing-commands.js';
import { READING } from './reading-commands.js';

/** By a file, and by another shop. */
const TWICE = ['catalog import'];

// What each command leaves is in the long spec.
describe('the audit', () => {
  let shop: TestShop;
  let account: TestAccount;

  beforeAll(async () => {
    shop = await workerShop();
    account = await shop.account();
    await soukJson(shop, 'balance', 'deposit', String(account.id), '1');
  });

  const entries = () => auditEntries(shop);

  it('knows of each command whether it changes something', async () => {
    const changing = changingCommands(() => {
      throw new Error('no command is run here');
    });
    const known = [...READING, ...Object.keys(changing), 'extension undo', 'restore'];
    expect(known.filter((path) => WALKED_COMMANDS.has(path))).toEqual(TWICE);
    const listed = [...new Set([...known, ...WALKED_COMMANDS])];
    const commands = await allCommands();
    expect(commands.map(pathOf).sort()).toEqual(listed.sort());
  });

  it('says what was asked for, and shows no secret', async () => {
    const product = await shop.product({ price: '1' });
    const { api } = await shop.account({ balance: '5' });
    const path = `/client/api/newOrder/${product}?order_uuid=${randomUUID()}`;
    const { data } = (await api(path)).json as { data: { order_id: string } };
    const id = String(account.id);
    const words = ['--code', 'HIDDEN-1', '--code', 'HIDDEN-2', '--note', 'by hand'];
    await soukJson(shop, 'order', 'accept', data.order_id, ...words);
    await soukJson(shop, 'balance', 'deposit', id, '250', '--ref', 'inv-1');
    await soukJson(shop, 'token', 'issue', id, '--label', 'http://u:HIDDEN-3@shop');
    const tail = (await entries()).slice(-3);
    expect(tail.map(({ action, outcome, details }) => ({ action, outcome, details }))).toEqual([
      {
        action: 'order accept',
        outcome: 'done',
        details: { order: data.order_id, codes: 2, note: 'by hand' },
      },
      {
        action: 'balance deposit',
        outcome: 'done',
        details: { account: account.id, amount: '250', reference: 'inv-1' },
      },
      {
        action: 'token issue',
        outcome: 'done',
        details: { account: account.id, label: 'http://***@shop' },
      },
    ]);
    expect(JSON.stringify(await entries())).not.toContain('HIDDEN');
    const listed = await soukJson<object[]>(shop, 'audit', 'list', '--limit', '2');
    expect(listed).toMatchObject([{ action: 'token issue' }, { action: 'balance deposit' }]);
  });

  it('tells what became of a single order that was closed', async () => {
    const product = await shop.product({ price: '1' });
    const [id] = await place(await shop.account({ balance: '5' }), product);
    await souk(shop, 'order', 'reject', id, '--reason', 'no');
    expect((await entries()).at(-1)).toMatchObject({
      outcome: 'done',
      details: { order: id, reason: 'no' },
      before: { status: 'wait' },
      after: { status: 'reject' },
    });
  });

  it('tells of each order that a command has closed, beside one that could not be', async () => {
    const product = await shop.product({ price: '1' });
    const [id] = await place(await shop.account({ balance: '5' }), product);
    const [closed] = await place(await shop.account({ balance: '5' }), product);
    await souk(shop, 'order', 'reject', closed, '--reason', 'no');
    await souk(shop, 'order', 'accept', id, closed);
    const tail = (await entries()).slice(-2);
    const failed = expect.stringContaining('was rejected already') as string;
    expect(tail).toMatchObject([
      { details: { order: id }, outcome: 'done', after: { status: 'accept' } },
      { details: { order: closed }, outcome: failed },
    ]);
  });

  it('says why a change failed, in the words that the operator saw', async () => {
    const { err } = await souk(shop, 'balance', 'deposit', '2000000000', '1');
    const why = 'There is no account 2000000000.';
    expect(err).toBe(`${why} See "souk account list".\n`);
    expect((await entries()).at(-1)).toMatchObject({ outcome: `failed: ${why}` });
  });

  it('keeps no entry of a dry run', async () => {
    const before = await entries();
    await souk(shop, 'catalog', 'import', '/nowhere.csv', '--dry-run');
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
    expect((await souk(shop, 'audit', 'list')).out).toMatch(/cut off +-/);
    await shop.db.query(`UPDATE audit_entries SET ${finish} ${where}`);
    await expect(shop.db.query(`UPDATE audit_entries SET ${finish} ${where}`)).rejects.toThrow();
  });
});
