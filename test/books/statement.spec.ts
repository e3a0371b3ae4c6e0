import { BalanceService } from '../../src/account/ledger/balance.service.js';
import { API, place, walked, type Page } from '../support/book-pages.js';
import { insertEntries } from '../support/book-rows.js';
import type { TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

interface EntryItem {
  readonly sequence: number;
  readonly note: string | null;
  readonly actor: string | null;
  readonly created_at: string;
}

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});
const MICROSECONDS: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
const hex = (digits: number): unknown => expect.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`));
const HASH = hex(64);

describe('GET statement', () => {
  it('has all that the hash of an entry covers, and the order', async () => {
    const account = await shop.account();
    const product = await shop.product({ price: '1.5', fields: ['playerId'], name: 'One' });
    const balances = shop.service(BalanceService);
    const [actor, reference] = ['operator:eve', 'inv-1'];
    await balances.deposit(account.id, '10', { actor, reference, note: 'thanks' });
    const [orderId, uuid] = await place(account, product);

    const { text, json } = await account.api(`${API}/statement`);
    const [order, deposit] = (json as Page<{ previous_hash: string; entry_hash: string }>).data;
    expect(json).toEqual({
      status: 'OK',
      data: [
        {
          ...{ account_id: account.id, sequence: 2, kind: 'debit', amount: '-1.50000000' },
          ...{ balance_after: '8.50000000', order_id: orderId, reference: null, note: '' },
          ...{ actor: 'api', created_at: MICROSECONDS, previous_hash: HASH, entry_hash: HASH },
          ...{ order_uuid: uuid, product_name: 'One', commitments: '', salts: null },
        },
        {
          ...{ account_id: account.id, sequence: 1, kind: 'deposit', amount: '10.00000000' },
          ...{ balance_after: '10.00000000', order_id: null, reference, note: 'thanks' },
          ...{ actor: expect.stringMatching(/^operator:[1-9]\d*$/) as string },
          ...{ created_at: MICROSECONDS, previous_hash: '0'.repeat(64), entry_hash: HASH },
          ...{ order_uuid: null, product_name: null },
          ...{ commitments: hex(128), salts: hex(64) },
        },
      ],
      next: null,
    });
    expect(order?.previous_hash).toBe(deposit?.entry_hash);
    expect(text).not.toContain('eve');
  });

  it('has every entry once, newest first, whatever the size of its pages', async () => {
    const account = await shop.account();
    await insertEntries(shop.db, account.id, { count: 12 });
    for (const limit of [1, 5, 11, 12, 13]) {
      const entries = await walked<EntryItem>(account, `statement?limit=${limit}`);
      expect(entries.map(({ sequence }) => sequence)).toEqual([
        12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
      ]);
    }
    const range = 'from=2026-01-01T00:00:04Z&to=2026-01-01T00:00:07Z';
    const some = await walked<EntryItem>(account, `statement?limit=2&${range}`);
    expect(some.map(({ sequence }) => sequence)).toEqual([6, 5, 4]);
  });

  it('has no gap when an entry is written meanwhile whose transaction began long before', async () => {
    const account = await shop.account();
    await insertEntries(shop.db, account.id, { count: 6 });
    const entries = await walked<EntryItem>(account, 'statement?limit=2', async (pages) => {
      await insertEntries(shop.db, account.id, { count: 1 });
      // Entry 8 is older than all that is still to be read, by its time.
      const from = '2025-12-01T00:00:00Z';
      if (pages === 1) await insertEntries(shop.db, account.id, { count: 1, from });
    });

    expect(entries.map(({ sequence }) => sequence)).toEqual([6, 5, 4, 3, 2, 1]);
    const later = await walked<EntryItem>(account, 'statement');
    expect(later.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
      Array.from({ length: later.length }, (_, index) => index + 1),
    );
  });

  it('withholds the texts of entries that were not written for resellers', async () => {
    const account = await shop.account();
    const { id } = account;
    const write = (actor: string) =>
      insertEntries(shop.db, id, { count: 1, actor, reference: `margin of ${actor}` });
    for (const actor of ['operator:eve', 'operator', 'handler:upstream', 'operator:1']) {
      await write(actor);
    }
    // After its operator was given the number, an actor of this form names the operator.
    const texts = { note: 'thanks', reference: 'inv-1' };
    await shop.service(BalanceService).deposit(id, '1', { actor: 'operator:eve', ...texts });
    const entries = await walked<EntryItem>(account, 'statement');

    expect(entries.filter(({ actor }) => actor === null)).toMatchObject(
      Array(4).fill({ note: null, reference: null }),
    );
    expect(entries.filter(({ actor }) => actor !== null)).toMatchObject([texts]);
  });
});

describe('the actors of a ledger', () => {
  it('are numbers for operators, one for each name, and the shop for all others', async () => {
    const account = await shop.account({ balance: '100' });
    const balances = shop.service(BalanceService);
    const deposit = (actor: string) => balances.deposit(account.id, '1', { actor });
    // At the same time, for the first time.
    await Promise.all(Array.from({ length: 4 }, () => deposit('operator:mallory')));
    await deposit('operator:trent');
    await deposit('operator');
    await deposit('handler:upstream');
    const rows = await shop.db.query<{ actor: string; note: string }>(
      'SELECT actor FROM ledger_entries WHERE account_id = $1 AND sequence > 1 ORDER BY sequence',
      [account.id],
    );
    const [one, two] = [rows[0]!.actor, rows[4]!.actor];

    expect(rows.slice(0, 4).map(({ actor }) => actor)).toEqual(Array(4).fill(one));
    expect(new Set([one, two, rows[5]!.actor]).size).toBe(3);
    expect([one, two]).toEqual(Array(2).fill(expect.stringMatching(/^operator:\d+$/)));
    expect(rows[6]!.actor).toBe('shop');
    const shown = await walked<EntryItem>(account, 'statement');
    expect(shown.filter(({ actor }) => actor === one)).toHaveLength(4);
  });
});
