import { OperatorManagement } from '../../src/operators/management/operator-management.service.js';
import { OperatorInputError } from '../../src/operators/operators.errors.js';
import { OperatorSessions } from '../../src/operators/sessions/operator-sessions.service.js';
import { OperatorTokens } from '../../src/operators/tokens/operator-tokens.service.js';
import { changesOf } from '../support/audit-rows.js';
import { soukJson } from '../support/command-line.js';
import { addOperator } from '../support/console-operator.js';
import { Instance } from '../support/instance.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const BY = { actor: 'operator:test' };

let shop: TestShop;
let other: Instance;

beforeAll(async () => {
  shop = await startTestShop();
  other = await Instance.on(shop.db);
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

const command = <T = Record<string, unknown>>(...words: string[]): Promise<T> =>
  soukJson<T>(shop.db.url, 'operator', ...words);
const create = (...words: string[]) =>
  command<{ id: number; token: string }>('token', 'create', ...words, '--expires', '90d');

describe('a token of an operator', () => {
  it('has what its role, its scopes and its operator allow, at each use', async () => {
    await addOperator(shop, 'ci', 'manager');
    const { id, token } = await create('ci', '--scope', 'orders.read,orders.decide');
    expect(token).toMatch(/^souk_op_[0-9a-f]{64}$/);
    const both = [shop.service(OperatorTokens), other.service(OperatorTokens)];
    const permissions = () =>
      Promise.all(
        both.map(async (each) => [...((await each.find(token, '203.0.113.9'))?.permissions ?? [])]),
      );
    const all = ['orders.read', 'orders.decide'];
    expect(await permissions()).toEqual([all, all]);
    const management = shop.service(OperatorManagement);
    await management.set('ci', { role: 'viewer' }, BY);
    expect(await permissions()).toEqual([['orders.read'], ['orders.read']]);
    await management.disable('ci', BY);
    expect(await permissions()).toEqual([[], []]);
    await management.enable('ci', BY);
    expect(await permissions()).toEqual([['orders.read'], ['orders.read']]);
    expect(await command('token', 'list')).toMatchObject([
      { id, operator: 'ci', last_used_from: '203.0.113.9', revoked: null },
    ]);
    await command('token', 'revoke', String(id));
    expect(await changesOf(shop, 'operator token revoke')).toEqual([
      {
        before: { token: id, operator: 'ci', revoked: false },
        after: { token: id, operator: 'ci', revoked: true },
      },
    ]);
    expect(await permissions()).toEqual([[], []]);
    const stored = JSON.stringify(await shop.db.query('SELECT * FROM audit_entries'));
    expect(stored).not.toContain(token);
  });

  it('has no role that may do more than its operator may now', async () => {
    await addOperator(shop, 'down', 'owner');
    const tokens = shop.service(OperatorTokens);
    const { token } = await create('down', '--role', 'manager');
    expect(await tokens.find(token, null)).toMatchObject({ role: 'manager' });
    for (const role of ['viewer', 'support'] as const) {
      await shop.db.query('UPDATE operators SET role = $1 WHERE role IS NOT NULL', [role]);
      expect(await tokens.find(token, null)).toMatchObject({ role });
    }
  });

  it('ends when it expires', async () => {
    await addOperator(shop, 'late', 'viewer');
    const { token } = await create('late');
    expect(await shop.service(OperatorTokens).find(token, null)).toMatchObject({ name: 'late' });
    await shop.db.query("UPDATE operator_tokens SET expires_at = now() - interval '1 second'");
    expect(await shop.service(OperatorTokens).find(token, null)).toBeUndefined();
  });

  it('cannot be made to do more than its operator', async () => {
    await addOperator(shop, 'low', 'support');
    const tokens = shop.service(OperatorTokens);
    const request = { operator: 'low', expiresAt: null };
    for (const more of [{ role: 'finance' as const }, { scopes: ['balance.deposit' as const] }]) {
      await expect(tokens.create({ ...request, ...more }, BY)).rejects.toThrow(OperatorInputError);
    }
  });

  it('opens nothing of the wire, and no token of an account is one', async () => {
    await addOperator(shop, 'door', 'owner');
    const { token } = await create('door');
    const { status } = await shop.request('/client/api/profile', { token });
    expect(status).toBe(401);
    const account = await shop.account();
    expect(await shop.service(OperatorTokens).find(account.token, null)).toBeUndefined();
    expect(await shop.service(OperatorSessions).find(token)).toBeUndefined();
  });
});
