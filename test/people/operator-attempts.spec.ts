import { Client } from 'pg';
import { OperatorLinks } from '../../src/people/links/operator-links.service.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import {
  OperatorNotFoundError,
  SignInBusyError,
  SignInDelayedError,
  SignInRefusedError,
} from '../../src/people/operators.errors.js';
import { SignIn } from '../../src/people/sign-in/sign-in.service.js';
import { OperatorTokens } from '../../src/people/tokens/operator-tokens.service.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';
import { until } from '../support/until.js';

const PASSWORD = 'correct horse battery';
const BY = { actor: 'operator:test' };
const FLOOD = 100;

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});
async function operator(name: string): Promise<void> {
  const { link } = await shop.service(OperatorManagement).create(name, 'manager', BY);
  await shop.service(OperatorLinks).redeem({ secret: link, password: PASSWORD }, from('10.9.9.9'));
}

const from = (address: string) => ({ address, requestId: 'req-1', device: 'Firefox' });
const signIn = (name: string, address: string) =>
  shop.service(SignIn).withPassword({ name, password: PASSWORD }, from(address));

/** As after many failed attempts. */
const delay = (subject: string) =>
  shop.db.query(
    `INSERT INTO operator_attempts VALUES (sha256($1), 99, now())
     ON CONFLICT (subject) DO UPDATE SET failures = 99, last_at = now()`,
    [subject],
  );

/** While the work runs, nothing can be counted. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const client = new Client(shop.db.directUrl);
  await client.connect();
  try {
    await client.query('BEGIN; LOCK TABLE operator_attempts');
    return await work();
  } finally {
    await client.end();
  }
}

describe('failures under the name of another one', () => {
  it.each([
    ['the address', '203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['the network', '2001:db8:1:2::7', '2001:db8:1:2:ffff::1', '2001:db8:1:3::7'],
    ['the mapped address', '::ffff:198.51.100.7', '198.51.100.7', '198.51.100.8'],
  ])('delay no sign-in from %s of the last month', async (what, first, again, elsewhere) => {
    const name = fresh(what.replaceAll(' ', '-'));
    await operator(name);
    await signIn(name, first);
    await delay(`name:${name}`);
    await expect(signIn(name, elsewhere)).rejects.toThrow(SignInDelayedError);
    expect((await signIn(name, again)).stage).toBe('full');
    await delay(`name:${name}`);
    await shop.db.query(
      `UPDATE operator_sessions SET created_at = now() - interval '30 days'
       WHERE operator_id = (SELECT id FROM operators WHERE name = $1)`,
      [`operator:${name}`],
    );
    await expect(signIn(name, again)).rejects.toThrow(SignInDelayedError);
  });

  it('do not admit attempts from an address that is delayed itself', async () => {
    const name = fresh('near');
    await operator(name);
    await signIn(name, '203.0.113.20');
    await delay('address:203.0.113.20');
    await expect(signIn(name, '203.0.113.20')).rejects.toThrow(SignInDelayedError);
  });
});

describe('a flood of attempts', () => {
  it('from an address that is delayed is refused without the database', async () => {
    await delay('address:203.0.113.30');
    await expect(signIn('flood', '203.0.113.30')).rejects.toThrow(SignInDelayedError);
    const results = await whileLocked(() =>
      Promise.allSettled(
        Array.from({ length: FLOOD }, (_, index) => signIn(`flood-${index}`, '203.0.113.30')),
      ),
    );
    for (const result of results) {
      expect(result).toMatchObject({ reason: expect.any(SignInDelayedError) as unknown });
    }
  });

  it('from one address leaves room for others', async () => {
    let busy = 0;
    const { flood, other } = await whileLocked(async () => {
      const attempts = Array.from({ length: FLOOD }, (_, index) =>
        signIn(`crowd-${index}`, '203.0.113.40').catch((error: unknown) => {
          busy += error instanceof SignInBusyError ? 1 : 0;
        }),
      );
      const outcome = signIn('crowd', '203.0.113.41').catch((error: unknown) => error);
      await until(() => busy > 0);
      return { flood: Promise.all(attempts), other: outcome };
    });
    expect(await other).toBeInstanceOf(SignInRefusedError);
    await flood;
    expect(busy).toBeGreaterThanOrEqual(FLOOD - 8);
  });
});

describe('a name that nobody can have', () => {
  it.each(['a\0b', 'a\ud800', 'å', 'x'.repeat(65), ''])('is unknown: %j', async (name) => {
    await shop.db.query('DELETE FROM operator_attempts');
    await expect(signIn(name, '203.0.113.50')).rejects.toThrow(SignInRefusedError);
    const management = shop.service(OperatorManagement);
    await expect(management.get(name)).rejects.toThrow(OperatorNotFoundError);
    await expect(management.signOut(name, BY)).rejects.toThrow(OperatorNotFoundError);
    const request = { operator: name, expiresAt: null };
    const created = shop.service(OperatorTokens).create(request, BY);
    await expect(created).rejects.toThrow(OperatorNotFoundError);
  });

  it('is no fault of a label or a device either', async () => {
    const name = fresh('label');
    await operator(name);
    const label = `a\0b\ud800${'x'.repeat(1_000)}`;
    const tokens = shop.service(OperatorTokens);
    const { id } = await tokens.create({ operator: name, label, expiresAt: null }, BY);
    const token = (await tokens.page(0, 1_000)).find((one) => one.id === id);
    expect(token?.label).toBe(`ab\ufffd${'x'.repeat(196)}`);
    const origin = { ...from('203.0.113.51'), device: label };
    const session = await shop.service(SignIn).withPassword({ name, password: PASSWORD }, origin);
    expect(session.stage).toBe('full');
  });
});

it('keeps the newest sessions of an operator only', async () => {
  const name = fresh('many');
  await operator(name);
  await shop.db.query(
    `INSERT INTO operator_sessions (operator_id, secret_hash, stage, device)
     SELECT id, sha256(n::text::bytea), 'full', 'device ' || n
     FROM operators, generate_series(1, 150) n WHERE name = $1 ORDER BY n`,
    [`operator:${name}`],
  );
  const { id } = await signIn(name, '203.0.113.60');
  const kept = await shop.db.query<{ id: string; device: string }>(
    `SELECT id, device FROM operator_sessions
     WHERE operator_id = (SELECT id FROM operators WHERE name = $1) ORDER BY id`,
    [`operator:${name}`],
  );
  expect(kept).toHaveLength(100);
  expect(kept[0]?.device).toBe('device 52');
  expect(kept.at(-1)?.id).toBe(id);
});
