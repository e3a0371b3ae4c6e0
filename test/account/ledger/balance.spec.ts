import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { BalanceService } from '../../../src/account/ledger/balance.service.js';
import { entryHash, NO_ENTRY_HASH } from '../../../src/account/ledger/ledger-hash.js';
import { souk, soukJson } from '../../support/command-line.js';
import { invariantFaults } from '../../support/invariants.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

describe("an operator's hand in the books", () => {
  let shop: TestShop;
  const run = (...words: string[]) => souk(shop, ...words);
  const json = <T>(...words: string[]) => soukJson<T>(shop, ...words);

  beforeAll(async () => {
    shop = await workerShop();
  });

  afterAll(async () => {
    expect(await invariantFaults(shop.db, ids.map(Number))).toEqual([]);
  });

  /** Of the accounts of this spec. */
  const ids: string[] = [];
  const account = async (balance: string, creditLimit = '0'): Promise<string> => {
    const id = String((await shop.account({ balance, creditLimit })).id);
    ids.push(id);
    return id;
  };

  describe('souk balance adjust', () => {
    it('goes up and down, with a reason and who did it', async () => {
      const id = await account('10');
      await json('balance', 'adjust', id, '+2.5', '--reason', 'goodwill', '--ref', 'case-7');
      const after = await json('balance', 'adjust', id, '-5', '--reason', 'paid twice');
      expect(after).toMatchObject({ balance: '7.5' });
      const entries = await json<object[]>('balance', 'statement', id);
      const actor: unknown = expect.stringMatching(/^operator/);
      expect(entries.slice(1)).toMatchObject([
        {
          kind: 'adjustment',
          amount: '2.5',
          balance: '12.5',
          ref: 'case-7',
          note: 'goodwill',
          actor,
        },
        { kind: 'adjustment', amount: '-5', balance: '7.5', ref: null, note: 'paid twice', actor },
      ]);
    });

    it('never goes below the credit limit', async () => {
      const id = await account('10', '5');
      const { code, err } = await run('balance', 'adjust', id, '-15.00000001', '--reason', 'x');
      expect([code, err]).toEqual([1, 'The account can spend only 15 USD, credit included.\n']);
      await json('balance', 'adjust', id, '-15', '--reason', 'x');
      expect(await json('balance', 'show', id)).toMatchObject({ balance: '-5', spendable: '0' });
    });

    it.each([
      [
        'a reference that was used',
        1,
        ['1', '--reason', 'x', '--ref', 'r'],
        'was used on this account before',
      ],
      ['nothing', 1, ['0', '--reason', 'x'], 'an amount in USD'],
      ['a ninth decimal', 2, ['0.000000001', '--reason', 'x'], 'with at most 8 decimals'],
      ['a word', 2, ['much', '--reason', 'x'], 'must be USD'],
      ['no reason', 2, ['1', '--reason', ' '], 'must be a text of 1 to 1000 characters'],
      ['too much', 1, ['99999999999999999999', '--reason', 'x'], 'cannot hold that much'],
    ])('refuses %s', async (_, expected, words, sentence) => {
      const id = await account('1');
      await json('balance', 'deposit', id, '1', '--ref', 'r');
      const { code, err } = await run('balance', 'adjust', id, ...words);
      expect([code, err]).toEqual([expected, expect.stringContaining(sentence)]);
      expect(await json('balance', 'show', id)).toMatchObject({ balance: '2' });
    });

    it('asks for a reason', async () => {
      expect((await run('balance', 'adjust', '1', '1')).code).toBe(2);
    });
  });

  it('lets an account spend its credit limit and not a cent more', async () => {
    const reseller = await shop.account({ balance: '1' });
    ids.push(String(reseller.id));
    const product = await shop.product({ price: '1.5' });
    const order = async () =>
      (await reseller.api(`/client/api/newOrder/${product}?order_uuid=${randomUUID()}`)).json;
    expect(await order()).toMatchObject({ code: 100 });
    await json('account', 'set', String(reseller.id), '--credit-limit', '0.5');
    expect(await order()).toMatchObject({ status: 'OK' });
    expect(await order()).toMatchObject({ code: 100 });
    const lower = await run('account', 'set', String(reseller.id), '--credit-limit', '0.49');
    expect([lower.code, lower.err]).toEqual([
      1,
      expect.stringContaining('owes more than that already'),
    ]);
  });

  describe('souk balance statement --csv', () => {
    const TEXTS = ['', 'plain', '=1+1', "'=quoted", '-2', '@x', 'a,b\r\n"c"', 'متجر 🎮', '\ttab'];

    it('holds every column as it was hashed, and nothing that a spreadsheet calculates', async () => {
      const id = await account('1');
      const balances = shop.service(BalanceService);
      for (const [index, note] of TEXTS.entries()) {
        const reference = index % 2 === 0 ? { reference: `=${index}` } : {};
        await balances.deposit(Number(id), '1', { actor: 'test', note, ...reference });
      }
      const { out } = await run('balance', 'statement', id, '--csv');
      expect(out.split('\r\n')[0]).toBe(
        'account_id,sequence,kind,amount,balance_after,order_id,reference,note,actor,created_at,previous_hash,entry_hash,commitments,salts',
      );
      const [, ...rows] = parse(out, {
        cast: (text, { quoting }) => {
          if (text === '' && !quoting) return null;
          if (quoting) expect(text).not.toMatch(/^[=+\-@\t\r]/);
          return quoting ? text.replace(/^'/, '') : text;
        },
      }) as (string | null)[][];
      expect(rows.map((row) => row[7])).toEqual(['', ...TEXTS]);
      let previous: Buffer = NO_ENTRY_HASH;
      for (const row of rows) {
        const text = (column: number): string => row[column] ?? '';
        const hash = entryHash(previous, {
          accountId: text(0),
          sequence: text(1),
          kind: text(2),
          amount: text(3),
          balanceAfter: text(4),
          orderId: row[5] ?? null,
          reference: row[6] ?? null,
          note: text(7),
          actor: text(8),
          createdAt: text(9),
          commitments: row[12] ?? null,
        });
        expect([row[10], row[11]]).toEqual([previous.toString('hex'), hash.toString('hex')]);
        previous = hash;
      }
    });

    it('is of any size, or of the newest entries', async () => {
      const id = await account('1');
      await shop.db.query(
        `WITH moved AS (
           UPDATE accounts SET balance = 2501, ledger_sequence = 2501 WHERE id = $1)
         INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
         SELECT $1, entry, 'deposit', 1, entry, 'test' FROM generate_series(2, 2501) entry`,
        [id],
      );
      const all = (await run('balance', 'statement', id, '--csv')).out.trimEnd().split('\r\n');
      expect(all.slice(1).map((line) => line.split(',')[1])).toEqual(
        Array.from({ length: 2_501 }, (_, index) => String(index + 1)),
      );
      const few = await run('balance', 'statement', id, '--csv', '--limit', '2');
      expect(few.out.split('\r\n').slice(1, 3)).toEqual(all.slice(-2));
      expect((await run('balance', 'statement', '2000000000', '--csv')).code).toBe(1);
    });
  });
});
