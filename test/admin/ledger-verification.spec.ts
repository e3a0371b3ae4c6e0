import { vi } from 'vitest';
import { LedgerVerificationService } from '../../src/account/ledger/ledger-verification.service.js';
import { forge } from '../support/forged-ledger.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let finance: TestOperator;
let accounts: TestAccount[];

beforeAll(async () => {
  // A shop of its own: the ledgers of all its accounts are verified, and one is forged.
  shop = await startTestShop();
  finance = await TestOperator.of(shop, 'finance');
  accounts = [];
  for (const name of ['One', 'Two']) accounts.push(await shop.account({ name, balance: '5' }));
});
afterAll(() => shop.close());

const verify = (query = '') => finance.ask(`GET ledger/verification${query}`);

it('verifies all ledgers or one, with the digest that the command makes', async () => {
  const ledgers = shop.service(LedgerVerificationService);
  const { json } = await verify();
  const { digest } = await ledgers.verify();
  expect(json).toEqual({ accounts: 2, entries: 2, wrong: 0, faults: [], digest });

  const accountId = accounts[0]!.id;
  const one = await ledgers.verify({ accountId, until: new Date('2020-01-01T00:00:00Z') });
  const query = `?account_id=${accountId}&until=2020-01-01T00:00:00Z`;
  expect((await verify(query)).json).toMatchObject({ accounts: 1, digest: one.digest });
  expect(one.digest).not.toBe(digest);
});

it('is one at a time, and ends with the time of its request', async () => {
  const ledgers = shop.service(LedgerVerificationService);
  const begun = Promise.withResolvers<AbortSignal | undefined>();
  const held = Promise.withResolvers<undefined>();
  const original = ledgers.verify.bind(ledgers);
  const verified = vi.spyOn(ledgers, 'verify').mockImplementation(async (options) => {
    begun.resolve(options?.signal);
    await held.promise;
    return original(options);
  });
  try {
    const first = verify();
    expect(await begun.promise).toBeInstanceOf(AbortSignal);
    expect((await verify()).status).toBe(409);
    held.resolve(undefined);
    expect((await first).status).toBe(200);
    expect((await verify()).status).toBe(200);
  } finally {
    verified.mockRestore();
  }
  const signal = AbortSignal.abort(new Error('the time is over'));
  await expect(ledgers.verify({ signal })).rejects.toThrow('the time is over');
});

it('names the first bad entry of a wrong ledger', async () => {
  const { id } = accounts[1]!;
  const [entry] = await shop.db.query<{ note: string }>(
    'SELECT note FROM ledger_entries WHERE account_id = $1',
    [id],
  );
  const noted = (note: string) =>
    forge(shop.db, `UPDATE ledger_entries SET note = '${note}' WHERE account_id = ${id}`);
  await noted('x');
  expect((await verify()).json).toMatchObject({
    wrong: 1,
    faults: [`account ${id} entry 1: its texts are not those that it has committed to`],
  });
  await noted(entry!.note);
  expect((await verify()).json).toMatchObject({ wrong: 0 });
});

it.each([
  ['?account_id=999999', 404],
  ['?account_id=x', 422],
  ['?until=x', 422],
])('%s is answered %i', async (query, status) => {
  expect((await verify(query)).status).toBe(status);
});
