import { randomUUID } from 'node:crypto';
import { newSecretKey } from '../../src/common/secret-box.js';
import { Instance } from '../support/instance.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const CALLERS = 64;

let shop: TestShop;
let other: Instance;
let finance: TestOperator;
let account: TestAccount;

beforeAll(async () => {
  shop = await startTestShop();
  other = await Instance.on(shop.db);
  finance = await TestOperator.of(shop, 'finance');
});
afterAll(async () => {
  await other.close();
  await shop.close();
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

describe('a deposit', () => {
  it('is made once for its key, by many callers on two instances', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, index) =>
        deposit({ amount: '5', note: 'once' }, key, index % 2 ? finance.at(other) : finance),
      ),
    );
    const sure = answers.filter(({ status }) => status !== 503 && status !== 429);

    expect(sure.length).toBeGreaterThan(0);
    expect([...new Set(sure.map(({ status, text }) => `${status} ${text}`))]).toEqual([
      '201 {"balance":"5","credit_limit":"0","spendable":"5"}',
    ]);
    expect(await entries()).toHaveLength(1);
    expect(await balance()).toBe('5');
  });

  it('has the same answer where the secret keys were exchanged meanwhile', async () => {
    const old = newSecretKey();
    const before = await Instance.on(shop.db, { SECRET_KEYS: old });
    const after = await Instance.on(shop.db, { SECRET_KEYS: `${newSecretKey()},${old}` });
    try {
      const key = randomUUID();
      const first = await deposit({ amount: '5' }, key, finance.at(before));
      const again = await deposit({ amount: '5' }, key, finance.at(after));

      expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
      expect((await deposit({ amount: '6' }, key, finance.at(after))).status).toBe(409);
      expect(await balance()).toBe('5');
    } finally {
      await Promise.all([before.close(), after.close()]);
    }
  });
});
