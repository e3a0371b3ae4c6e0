import { forge } from '../support/forged-ledger.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

describe('the sentinel', () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await startTestShop({}, { SENTINEL_INTERVAL: 0.1 });
  });
  afterAll(() => shop.close());

  it('finds a fault behind more entries than one look holds', async () => {
    const bad = await shop.account({ name: 'Bad', balance: '100' });
    await shop.db.query(`
      WITH moved AS (
        UPDATE accounts SET balance = balance + 2500, ledger_sequence = 2501 WHERE id = ${bad.id})
      INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
      SELECT ${bad.id}, 1 + entry, 'deposit', 1, 100 + entry, 'test'
      FROM generate_series(1, 2500) entry`);
    await forge(shop.db, "UPDATE ledger_entries SET note = 'x' WHERE sequence = 2222");
    const reason = await until(async () => {
      const [account] = await shop.db.query<{ reason: string | null }>(
        'SELECT orders_halted_reason AS reason FROM accounts WHERE id = $1',
        [bad.id],
      );
      return account?.reason ?? undefined;
    });
    expect(reason).toMatch(/^entry 2222: /);
  });
});
