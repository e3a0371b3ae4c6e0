import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { RequestRetention } from '../../src/admin/requests/request-retention.js';
import { BalanceService } from '../../src/account/ledger/balance.service.js';
import { LedgerVerificationService } from '../../src/account/ledger/ledger-verification.service.js';
import { Database } from '../../src/database/database.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const CALLERS = 64;

let shop: TestShop;
let finance: TestOperator;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  finance = await TestOperator.of(shop, 'finance', { name: fresh('finance') });
});
beforeEach(async () => {
  account = await shop.account();
});

const deposit = (body: object, key: string | undefined = randomUUID(), by = finance) =>
  by.ask(`POST accounts/${account.id}/deposits`, { body, key });
const balance = async () =>
  (await finance.get<{ balance: string }>(`GET accounts/${account.id}/balance`)).balance;
const entries = () =>
  shop.db.query('SELECT FROM ledger_entries WHERE account_id = $1', [account.id]);
const typeOf = (json: unknown): unknown => (json as { type?: string }).type;

describe('a deposit', () => {
  it('is made once for its key, by many callers', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, () => deposit({ amount: '5', note: 'once' }, key)),
    );
    const sure = answers.filter(({ status }) => status !== 503 && status !== 429);

    expect(sure.length).toBeGreaterThan(0);
    expect([...new Set(sure.map(({ status, text }) => `${status} ${text}`))]).toEqual([
      '201 {"balance":"5","credit_limit":"0","spendable":"5"}',
    ]);
    expect(await entries()).toHaveLength(1);
    expect(await balance()).toBe('5');
  });

  it('has the same answer for its key later, whatever has happened since', async () => {
    const key = randomUUID();
    const first = await deposit({ amount: '5' }, key);
    await deposit({ amount: '7' });
    const again = await deposit({ amount: '5' }, key);

    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(await balance()).toBe('12');
    const audited = await shop.db.query(
      `SELECT FROM audit_entries WHERE action = 'balance deposit'
       AND details ->> 'account' = $1`,
      [String(account.id)],
    );
    expect(audited).toHaveLength(2);
  });

  it('is refused under the key of another request, or without one', async () => {
    const key = randomUUID();
    await deposit({ amount: '5' }, key);
    const different = [
      await deposit({ amount: '6' }, key),
      await finance.ask(`POST accounts/${account.id}/adjustments`, {
        body: { amount: '5', reason: 'x' },
        key,
      }),
      await finance.ask(`POST accounts/${(await shop.account()).id}/deposits`, {
        body: { amount: '5' },
        key,
      }),
    ];
    for (const { status, json } of different) {
      expect([status, typeOf(json)]).toEqual([409, 'urn:souk:problem:idempotency-key-used']);
    }
    const without = await finance.ask(`POST accounts/${account.id}/deposits`, {
      body: { amount: '5' },
    });
    expect([without.status, typeOf(without.json)]).toEqual([
      400,
      'urn:souk:problem:idempotency-key-missing',
    ]);
    expect((await deposit({ amount: '5' }, 'x'.repeat(256))).status).toBe(422);
    expect(await balance()).toBe('5');
  });

  it('has a key of its operator, not of the shop', async () => {
    const another = await TestOperator.of(shop, 'manager', { name: fresh('manager') });
    const key = randomUUID();
    await deposit({ amount: '5' }, key);
    await deposit({ amount: '5' }, key, another);

    expect(await balance()).toBe('10');
  });

  it('that is refused leaves its key free', async () => {
    const key = randomUUID();
    await deposit({ amount: '5', reference: 'invoice-1' });
    const refused = await deposit({ amount: '5', reference: 'invoice-1' }, key);

    expect([refused.status, typeOf(refused.json)]).toEqual([409, 'urn:souk:problem:conflict']);
    expect((await deposit({ amount: '6', reference: 'invoice-2' }, key)).status).toBe(201);
  });

  it('under a known reference is refused after its transaction has ended', async () => {
    await deposit({ amount: '5', reference: 'invoice-1' });
    const [database, balances] = [shop.service(Database), shop.service(BalanceService)];
    // Of the request alone: jobs of the shop have transactions at any time.
    const within = new AsyncLocalStorage<boolean>();
    const asked: (boolean | undefined)[] = [];
    const transaction = database.transaction.bind(database);
    const opened = vi
      .spyOn(database, 'transaction')
      .mockImplementation((...work) => within.run(true, () => transaction(...work)));
    const refusalOf = balances.refusalOf.bind(balances);
    const refused = vi.spyOn(balances, 'refusalOf').mockImplementation((...error) => {
      asked.push(within.getStore());
      return refusalOf(...error);
    });
    try {
      const { status, json } = await deposit({ amount: '5', reference: 'invoice-1' });

      const detail = expect.stringContaining('was used on this account before') as string;
      expect([status, json]).toEqual([409, expect.objectContaining({ detail })]);
      expect(asked).toEqual([undefined]);
    } finally {
      opened.mockRestore();
      refused.mockRestore();
    }
  });

  it('is not made twice when its key is forgotten, as in a restore', async () => {
    const key = randomUUID();
    await deposit({ amount: '5' }, key);
    await shop.db.query('DELETE FROM admin_requests WHERE key = $1', [key]);

    expect((await deposit({ amount: '5' }, key)).status).toBe(409);
    expect(await balance()).toBe('5');
  });

  it('whose transaction breaks before its commit is made by the next try', async () => {
    const key = randomUUID();
    const blocker = `CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.answer IS NOT NULL AND NEW.key = '${key}' THEN RAISE EXCEPTION 'broken' USING ERRCODE = '57014'; END IF;
      RETURN NEW; END $$;
      CREATE TRIGGER fail_once BEFORE UPDATE ON admin_requests FOR EACH ROW EXECUTE FUNCTION fail_once()`;
    await shop.db.query(blocker);
    const broken = await deposit({ amount: '5' }, key);
    await shop.db.query('DROP TRIGGER fail_once ON admin_requests; DROP FUNCTION fail_once()');

    expect(broken.status).toBe(503);
    expect(await balance()).toBe('0');
    expect((await deposit({ amount: '5' }, key)).status).toBe(201);
    expect(await balance()).toBe('5');
  });

  it.each([
    { amount: '0' },
    { amount: '-5' },
    { amount: 5 },
    { amount: '1e3' },
    { amount: '0.000000001' },
    { amount: '100000000000000000000' },
    { amount: '5', reference: '' },
    { amount: '5', note: 'a\0' },
    {},
  ])('is not made of %j', async (body) => {
    expect((await deposit(body)).status).toBe(422);
    expect(await entries()).toHaveLength(0);
  });

  it('beyond what a balance can hold is refused', async () => {
    const most = '99999999999999999999';
    expect((await deposit({ amount: most })).status).toBe(201);
    expect((await deposit({ amount: '1' })).status).toBe(422);
    expect(await balance()).toBe(most);
    // The sums of the shop are as before.
    const back = { amount: `-${most}`, reason: 'Too much.' };
    const ask = { body: back, key: randomUUID() };
    expect((await finance.ask(`POST accounts/${account.id}/adjustments`, ask)).status).toBe(201);
  });
});

describe('an adjustment', () => {
  const adjust = (amount: string, key = randomUUID()) =>
    finance.ask(`POST accounts/${account.id}/adjustments`, {
      body: { amount, reason: 'Paid twice.' },
      key,
    });

  it('goes up and down, within the credit limit', async () => {
    expect((await adjust('10')).status).toBe(201);
    expect((await adjust('-4.5')).json).toMatchObject({ balance: '5.5' });
    const beyond = await adjust('-6');
    expect([beyond.status, typeOf(beyond.json)]).toEqual([409, 'urn:souk:problem:conflict']);
    expect(await balance()).toBe('5.5');
  });

  it('is made once for each of many keys, and the chain of the ledger holds', async () => {
    const answers = await Promise.all(Array.from({ length: CALLERS }, () => adjust('1')));
    const made = answers.filter(({ status }) => status === 201).length;

    expect(await balance()).toBe(String(made));
    expect(await entries()).toHaveLength(made);
    await expect(
      shop.service(LedgerVerificationService).verify({ accountId: account.id }),
    ).resolves.toMatchObject({ faults: [] });
  });
});

describe('the ledger', () => {
  interface Page {
    readonly items: { sequence: string; amount: string; actor: string; note: string }[];
    readonly next: string | null;
  }

  it('is read in pages, newest first', async () => {
    for (const amount of ['1', '2', '3', '4', '5']) await deposit({ amount, note: `n${amount}` });
    const sequences: string[] = [];
    let cursor = '';
    for (;;) {
      const page = await finance.get<Page>(`GET accounts/${account.id}/ledger?limit=2${cursor}`);
      sequences.push(...page.items.map(({ sequence }) => sequence));
      expect(page.items[0]).toMatchObject({
        actor: expect.stringMatching(/^operator:\d+$/) as string,
      });
      if (page.next === null) break;
      cursor = `&cursor=${page.next}`;
    }
    expect(sequences).toEqual(['5', '4', '3', '2', '1']);
  });

  it('is empty at first', async () => {
    expect(await finance.get(`GET accounts/${account.id}/ledger`)).toEqual({
      items: [],
      next: null,
    });
  });
});

describe('old requests', () => {
  it('are forgotten after two days', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    await deposit({ amount: '5' }, old);
    await deposit({ amount: '5' }, young);
    await shop.db.query(
      "UPDATE admin_requests SET at = now() - interval '49 hours' WHERE key = $1",
      [old],
    );
    await shop.service(RequestRetention).run();
    const rows = await shop.db.query<{ key: string }>('SELECT key FROM admin_requests');

    expect(rows.map(({ key }) => key)).toContain(young);
    expect(rows.map(({ key }) => key)).not.toContain(old);
  });
});
