import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SOURCES } from '../support/server-process.js';
import { createTestDatabase } from '../support/test-database.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';

/** Runs `souk` while nobody reads its standard output, as after `| head`. */
async function soukUnread(settings: Record<string, string>, ...words: string[]) {
  const program = SOURCES.args.with(-1, 'src/cli.ts');
  const child = spawn(process.execPath, [...program, ...words], {
    cwd: SOURCES.folder,
    env: { PATH: process.env.PATH, ...settings },
  });
  child.stdout.destroy();
  const [err] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, err };
}

describe('a command whose output nobody reads', () => {
  it('ends without a word', async () => {
    expect(await soukUnread({}, '--help')).toEqual({ code: 0, err: '' });
    expect(await soukUnread({}, 'order', 'list', '--help')).toEqual({ code: 0, err: '' });
  });

  it('ends before a long list does, and completes a change', async () => {
    const db = await createTestDatabase();
    const settings = { DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl };
    const { id } = await new ShopRows(db).account({ balance: '1' });
    await db.query(
      `INSERT INTO categories (id, name, position)
       SELECT id, repeat('x', 100), id FROM generate_series(1000, 5000) id`,
    );
    const exported = await soukUnread(settings, 'catalog', 'export');
    const statement = await soukUnread(settings, 'balance', 'statement', String(id), '--csv');
    const deposit = await soukUnread(settings, 'balance', 'deposit', String(id), '2');
    const accounts = await db.query('SELECT balance::float AS balance FROM accounts');
    await db.drop();

    expect([exported, statement, deposit]).toEqual(Array(3).fill({ code: 0, err: '' }));
    expect(accounts).toEqual([{ balance: 3 }]);
  });
});
