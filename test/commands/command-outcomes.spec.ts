import { vi } from 'vitest';
import { BalanceService } from '../../src/account/ledger/balance.service.js';
import { WebhookService } from '../../src/account/webhooks/settings/webhook.service.js';
import { AuditService } from '../../src/upkeep/audit/audit.service.js';
import { auditEntries } from '../support/audit-rows.js';
import { souk } from '../support/command-line.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
});
beforeEach(async () => {
  account = await shop.account({ balance: '10' });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The database is gone for a read outside of a transaction, unless there are reads left. */
function lost(reads: number): Error | undefined {
  return reads > 0 ? undefined : new Error('Connection terminated unexpectedly');
}

describe('a deposit whose balance cannot be read afterwards', () => {
  it('is not made, so that it may be repeated', async () => {
    const of = Reflect.get(BalanceService.prototype, 'of');
    let reads = 2;
    vi.spyOn(BalanceService.prototype, 'of').mockImplementation(function (
      this: BalanceService,
      id,
      manager,
    ) {
      const error = id === account.id ? lost((reads -= 1)) : undefined;
      return error ? Promise.reject(error) : of.call(this, id, manager);
    });
    const { code } = await souk(shop, 'balance', 'deposit', String(account.id), '5');
    vi.restoreAllMocks();
    expect(code).toBe(1);
    expect(await shop.service(BalanceService).of(account.id)).toMatchObject({ balance: '10' });
    expect((await auditEntries(shop)).at(-1)).toMatchObject({ outcome: 'failed: Error' });
  });
});

describe('a command whose change is committed when the database goes away', () => {
  const run = (...words: string[]) => souk(shop, ...words);
  const lastEntry = async () => (await auditEntries(shop)).at(-1);

  it.each([
    ['the balance after a deposit', ['balance', 'deposit', 'ACCOUNT', '5'], /balance: +15\b/],
    ['the token that it made', ['token', 'issue', 'ACCOUNT'], /: \w{20,}/],
    ['the secret that it made', ['webhook', 'rotate-secret', 'ACCOUNT'], /whsec_/],
  ])('has shown %s, though its entry is not completed', async (_, words, shown) => {
    await shop.inTransaction((manager) =>
      shop.service(WebhookService).set(account.id, 'https://receiver.example/', undefined, manager),
    );
    vi.spyOn(AuditService.prototype, 'complete').mockRejectedValue(lost(0));
    const { out } = await run(...words.map((word) => word.replace('ACCOUNT', String(account.id))));
    expect(out).toMatch(shown);
    expect(await lastEntry()).toMatchObject({ outcome: null });
  });
});
