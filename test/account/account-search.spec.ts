import { AccountService } from '../../src/account/account.service.js';
import { AccountSearch } from '../../src/account/search/account-search.service.js';
import type { SoughtAccounts } from '../../src/account/search/account-words.repository.js';
import { Database } from '../../src/database/database.js';
import type { WordPlace } from '../../src/database/word-search.js';
import { readBy } from '../support/scans.js';
import { SentStatements } from '../support/sent-statements.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const ACCOUNTS = 1_300;
const LIMIT = 100;
/** A page looks at 500 words, each with its account, and then reads the accounts of the page. */
const MOST_ROWS = 1_100;

/** Every account has two words that begin with "ga", every third is of group 1, and every hundredth is named nova. */
const ACCOUNTS_OF_ALL = `
  INSERT INTO accounts (name, email, group_id)
  SELECT CASE WHEN n % 100 = 0 THEN 'Nova' ELSE 'Acme' END || ' Gaming Games ' || n,
         'ops' || n || '@shop.example', CASE WHEN n % 3 = 0 THEN 1 END
  FROM generate_series(1, $1::integer) n`;

/** Rows of scans of the whole table, in this transaction. */
const WORDS_SCANNED = `
  SELECT seq_tup_read::integer AS rows FROM pg_stat_xact_user_tables WHERE relname = 'account_words'`;

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: it counts the pages of a search, and what is read of more than a thousand accounts.
  shop = await startTestShop();
  await shop.db.query("INSERT INTO account_groups (name) VALUES ('gold')");
  await shop.db.query(ACCOUNTS_OF_ALL, [ACCOUNTS]);
  await shop.db.query('ANALYZE');
});
afterAll(() => shop.close());

/** The names of all pages, and how many pages there are. */
async function all(sought: SoughtAccounts): Promise<{ names: string[]; pages: number }> {
  const names: string[] = [];
  let pages = 0;
  let after: WordPlace | undefined;
  do {
    const { items, next } = await shop.service(AccountSearch).page(sought, after, LIMIT);
    names.push(...items.map(({ name }) => name));
    after = next ?? undefined;
    pages += 1;
  } while (after);
  return { names, pages };
}

describe('the accounts of a search', () => {
  it('are found once each, however many of their words fit', async () => {
    const { names } = await all({ text: 'GA' });
    expect(names).toHaveLength(ACCOUNTS);
    expect(new Set(names).size).toBe(ACCOUNTS);
  });

  it('are found by the words of phone, Telegram and tags, and no longer once they are cleared', async () => {
    const service = shop.service(AccountService);
    const contact = { phone: '+357 99112233', telegram: '@wanted_one', tags: 'wholesale Cyprus' };
    const database = shop.service(Database);
    await database.transaction((manager) => service.change(manager, 7, contact));
    for (const text of ['9911', 'wanted', 'cyprus whole ga']) {
      expect((await all({ text })).names).toEqual(['Acme Gaming Games 7']);
    }
    const cleared = { phone: '', telegram: '', tags: '', note: 'cyprus once' };
    await database.transaction((manager) => service.change(manager, 7, cleared));
    for (const text of ['9911', 'wanted', 'cyprus']) {
      expect((await all({ text })).names).toEqual([]);
    }
  });

  it('have all words of the text, in any order, and are read by the rarest', async () => {
    const { names, pages } = await all({ text: 'example nov games' });
    expect(names).toHaveLength(ACCOUNTS / 100);
    expect(names.every((name) => name.startsWith('Nova'))).toBe(true);
    expect(pages).toBe(1);
    expect((await all({ text: 'ops700@shop.example' })).names).toEqual(['Nova Gaming Games 700']);
    expect((await all({ text: 'nova acme' })).names).toEqual([]);
  });

  it('are those of a group, though a page may have few of them', async () => {
    const { names, pages } = await all({ text: 'gaming', groupId: 1 });
    expect(names).toHaveLength(Math.floor(ACCOUNTS / 3));
    expect(pages).toBeGreaterThan(names.length / LIMIT);
    expect((await all({ text: 'gaming', groupId: 9 })).names).toEqual([]);
  });

  it('are found by the words of other scripts, and by long and strange ones', async () => {
    const long = 'x'.repeat(150);
    for (const name of ['متجر الألعاب', 'Ünal İthalat', `${long} tail`, '\u{10ffff} end']) {
      await shop.service(AccountService).create({ name });
      const { names } = await all({ text: name });
      expect(names).toEqual([name]);
    }
    expect((await all({ text: 'ÜNAL' })).names).toEqual(['Ünal İthalat']);
    for (const text of ['', ' ', '%', '\\', 'ames'])
      expect((await all({ text })).names).toEqual([]);
  });

  it('follow a new name or address at once, also by SQL', async () => {
    const accounts = shop.service(AccountService);
    const { id } = await accounts.create({ name: 'Former name', email: 'kept@one.example' });
    const rename = { name: 'Present name' };
    await shop.service(Database).transaction((manager) => accounts.change(manager, id, rename));
    expect((await all({ text: 'former' })).names).toEqual([]);
    expect((await all({ text: 'present kept' })).names).toEqual(['Present name']);
    await shop.db.query("UPDATE accounts SET email = 'new@two.example' WHERE id = $1", [id]);
    expect((await all({ text: 'kept' })).names).toEqual([]);
    expect((await all({ text: 'two present' })).names).toEqual(['Present name']);
  });

  it('have their words noted without reading those of others, and lose them when they are deleted', async () => {
    const { id } = await shop.service(AccountService).create({ name: 'Noted once' });
    const read = await shop.service(Database).transaction(async (manager) => {
      await manager.query("INSERT INTO accounts (name) VALUES ('Noted twice')");
      await manager.query("UPDATE accounts SET name = 'Noted again' WHERE id = $1", [id]);
      return manager.query<unknown>(WORDS_SCANNED);
    });
    expect(read).toEqual([{ rows: 0 }]);

    await shop.db.query('DELETE FROM accounts WHERE id = $1', [id]);
    const left = await shop.db.query('SELECT FROM account_words WHERE account_id = $1', [id]);
    expect(left).toEqual([]);
  });

  it('are read by a bounded number of rows', async () => {
    const sent = new SentStatements();
    for (const text of ['ga', 'shop example', 'nova acme', 'nobody']) {
      const statements = await sent.of(() =>
        shop.service(AccountSearch).page({ text }, undefined, LIMIT),
      );
      expect(statements.length).toBeGreaterThan(0);
      for (const statement of statements) {
        const { scans } = await readBy(shop.db, statement);
        // A whole table is never read, even though here it has few rows.
        expect(scans.filter(({ kind }) => kind === 'Seq Scan')).toEqual([]);
        expect(scans.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(MOST_ROWS);
      }
    }
    sent.end();
  });
});
