import { BalanceService } from '../../src/account/ledger/balance.service.js';
import type { TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});

const PROFILE = '/client/api/profile';

describe('profile', () => {
  it('tells the account and its balance, exactly', async () => {
    const account = await shop.account({
      name: 'Acme',
      email: 'ops@acme.example',
      balance: '150.5',
    });

    const { status, text } = await account.api(PROFILE);

    expect(status).toBe(200);
    expect(text).toBe(
      `{"status":"OK","id":${account.id},"name":"Acme","email":"ops@acme.example","balance":"150.5","currency":"USD"}`,
    );
  });

  it.each([
    [{}, '0'],
    [{ balance: '100' }, '100'],
    [{ balance: '0.00000001' }, '0.00000001'],
    [{ balance: '10', creditLimit: '25.5' }, '35.5'],
    [{ creditLimit: '5' }, '5'],
    [{ balance: '99999999999999999999.99999999' }, '99999999999999999999.99999999'],
  ])('with %j tells %s as what can be spent', async (row, balance) => {
    const account = await shop.account(row);

    expect((await account.api(PROFILE)).json).toMatchObject({ balance });
  });

  it('tells nothing when credit is used up', async () => {
    const account = await shop.account({ balance: '10', creditLimit: '5' });
    await shop.db.query('UPDATE accounts SET balance = -5 WHERE id = $1', [account.id]);

    expect((await account.api(PROFILE)).json).toMatchObject({ balance: '0' });
  });

  it('tells the state at the moment of the request', async () => {
    const account = await shop.account({ name: 'Before', balance: '1' });
    await account.api(PROFILE);
    await shop.db.query(`UPDATE accounts SET balance = 2, name = 'متجر 🎮' WHERE id = $1`, [
      account.id,
    ]);

    expect((await account.api(PROFILE)).json).toMatchObject({ balance: '2', name: 'متجر 🎮' });
  });

  it('tells each account about itself only', async () => {
    const accounts = [await shop.account({ name: 'One' }), await shop.account({ name: 'Two' })];

    const answers = await Promise.all(accounts.map(({ api }) => api(PROFILE)));

    expect(answers.map(({ json }) => json)).toEqual([
      expect.objectContaining({ id: accounts[0]!.id, name: 'One' }),
      expect.objectContaining({ id: accounts[1]!.id, name: 'Two' }),
    ]);
  });

  it('is never kept by anybody', async () => {
    const account = await shop.account();

    const { headers } = await account.api(PROFILE, { headers: { 'if-none-match': '*' } });

    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('etag');
  });
});

describe('profile?details=1', () => {
  it('tells the end of the ledger, and what can be spent after it', async () => {
    const account = await shop.account({ creditLimit: '5' });
    const details = () => account.api(`${PROFILE}?details=1`);
    const common = { id: account.id, name: 'Acme', email: 'ops@acme.example', currency: 'USD' };
    const none = { ledger_sequence: 0, ledger_hash: '0'.repeat(64) };
    // Verified in test/account/receipts.
    const checkpoint = expect.any(Object) as unknown;
    expect((await details()).json).toEqual({
      ...{ status: 'OK', ...common, balance: '5', ...none, checkpoint },
    });

    const balances = shop.service(BalanceService);
    await balances.deposit(account.id, '10', { actor: 'test' });
    await balances.deposit(account.id, '2.5', { actor: 'test' });
    const { json } = await account.api('/client/api/statement?limit=1');
    const [last] = (json as { data: { sequence: number; entry_hash: string }[] }).data;
    expect(last?.sequence).toBe(2);
    expect((await details()).json).toEqual({
      ...{ status: 'OK', ...common, balance: '17.5' },
      ...{ ledger_sequence: 2, ledger_hash: last?.entry_hash, checkpoint },
    });
    for (const query of ['', '?details=0', '?details=false']) {
      expect((await account.api(PROFILE + query)).json).not.toHaveProperty('ledger_hash');
    }
  });

  it.each(['', 'yes', '2', '1&details=1'])('is 114 as details=%s', async (value) => {
    const { api } = await shop.account();
    const message = expect.stringMatching(
      /^(?:Malformed parameter|Parameter repeated): details/,
    ) as unknown;
    expect((await api(`${PROFILE}?details=${value}`)).json).toMatchObject({ code: 114, message });
  });
});
