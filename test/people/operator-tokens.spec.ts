import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { OperatorInputError } from '../../src/people/operators.errors.js';
import { OperatorSessions } from '../../src/people/sessions/operator-sessions.service.js';
import { OperatorTokens } from '../../src/people/tokens/operator-tokens.service.js';
import { changesOf } from '../support/audit-rows.js';
import { soukJson } from '../support/command-line.js';
import { addOperator } from '../support/console-operator.js';
import { Instance } from '../support/instance.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const BY = { actor: 'operator:test' };

let shop: TestShop;
let other: Instance;

beforeAll(async () => {
  shop = await workerShop();
  // A shop of its own: a second server, which must know at once what the first one has changed.
  other = await Instance.on(shop.db);
});
afterAll(() => other.close());

const command = <T = Record<string, unknown>>(...words: string[]): Promise<T> =>
  soukJson<T>(shop, 'operator', ...words);
const create = (...words: string[]) =>
  command<{ id: number; token: string }>('token', 'create', ...words, '--expires', '90d');

/** The id of the newest audit entry. */
async function lastEntry(): Promise<string> {
  const [row] = await shop.db.query<{ id: string }>(
    'SELECT coalesce(max(id), 0) AS id FROM audit_entries',
  );
  return row!.id;
}

describe('a token of an operator', () => {
  it('has what its role, its scopes and its operator allow, at each use', async () => {
    const name = fresh('ci');
    const before = await lastEntry();
    await addOperator(shop, name, 'manager');
    const { id, token } = await create(name, '--scope', 'orders.read,orders.decide');
    expect(token).toMatch(/^souk_op_[0-9a-f]{64}$/);
    const both = [shop.service(OperatorTokens), other.service(OperatorTokens)];
    const permissions = () =>
      Promise.all(
        both.map(async (each) => [...((await each.find(token, '203.0.113.9'))?.permissions ?? [])]),
      );
    const all = ['orders.read', 'orders.decide'];
    expect(await permissions()).toEqual([all, all]);
    const management = shop.service(OperatorManagement);
    await management.set(name, { role: 'viewer' }, BY);
    expect(await permissions()).toEqual([['orders.read'], ['orders.read']]);
    await management.disable(name, BY);
    expect(await permissions()).toEqual([[], []]);
    await management.enable(name, BY);
    expect(await permissions()).toEqual([['orders.read'], ['orders.read']]);
    const tokens = await command<{ id: number }[]>('token', 'list');
    expect(tokens.filter((one) => one.id === id)).toMatchObject([
      { operator: name, last_used_from: '203.0.113.9', revoked_at: null },
    ]);
    await command('token', 'revoke', String(id));
    const revocations = await changesOf(shop, 'operator token revoke');
    const ofToken = { token: id, operator: name };
    expect(revocations.filter(({ after }) => (after as { token: number }).token === id)).toEqual([
      { before: { ...ofToken, revoked: false }, after: { ...ofToken, revoked: true } },
    ]);
    expect(await permissions()).toEqual([[], []]);
    const stored = JSON.stringify(
      await shop.db.query('SELECT * FROM audit_entries WHERE id > $1', [before]),
    );
    expect(stored).not.toContain(token);
  });

  it('has no role that may do more than its operator may now', async () => {
    const name = fresh('down');
    await addOperator(shop, name, 'owner');
    const tokens = shop.service(OperatorTokens);
    const { token } = await create(name, '--role', 'manager');
    expect(await tokens.find(token, null)).toMatchObject({ role: 'manager' });
    for (const role of ['viewer', 'support'] as const) {
      await shop.db.query('UPDATE operators SET role = $1 WHERE name = $2', [
        role,
        `operator:${name}`,
      ]);
      expect(await tokens.find(token, null)).toMatchObject({ role });
    }
  });

  it('ends when it expires', async () => {
    const name = fresh('late');
    await addOperator(shop, name, 'viewer');
    const { id, token } = await create(name);
    expect(await shop.service(OperatorTokens).find(token, null)).toMatchObject({ name });
    await shop.db.query(
      "UPDATE operator_tokens SET expires_at = now() - interval '1 second' WHERE id = $1",
      [id],
    );
    expect(await shop.service(OperatorTokens).find(token, null)).toBeUndefined();
  });

  it('cannot be made to do more than its operator', async () => {
    const name = fresh('low');
    await addOperator(shop, name, 'support');
    const tokens = shop.service(OperatorTokens);
    const request = { operator: name, expiresAt: null };
    for (const more of [{ role: 'finance' as const }, { scopes: ['balance.deposit' as const] }]) {
      await expect(tokens.create({ ...request, ...more }, BY)).rejects.toThrow(OperatorInputError);
    }
  });

  it('opens nothing of the wire, and no token of an account is one', async () => {
    const name = fresh('door');
    await addOperator(shop, name, 'owner');
    const { token } = await create(name);
    const { status } = await shop.request('/client/api/profile', { token });
    expect(status).toBe(401);
    const account = await shop.account();
    expect(await shop.service(OperatorTokens).find(account.token, null)).toBeUndefined();
    expect(await shop.service(OperatorSessions).find(token)).toBeUndefined();
  });
});
