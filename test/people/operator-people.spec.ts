import { OperatorLinks } from '../../src/people/links/operator-links.service.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { LastOwnerError } from '../../src/people/operators.errors.js';
import type { Role } from '../../src/people/permissions/roles.js';
import { OperatorSessions } from '../../src/people/sessions/operator-sessions.service.js';
import { SignIn } from '../../src/people/sign-in/sign-in.service.js';
import { souk, soukJson } from '../support/command-line.js';
import { Instance } from '../support/instance.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const PASSWORD = 'correct horse battery';
const BY = { actor: 'operator:test' };
const ORIGIN = { address: '203.0.113.7', requestId: 'req-1', device: 'Firefox' };
/** As many as ask at once; the password of each is hashed. */
const CALLERS = 16;

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: most cases look at all operators there are, and the first one is made by a link.
  shop = await startTestShop();
});
beforeEach(() =>
  shop.db.query('TRUNCATE operators RESTART IDENTITY CASCADE; DELETE FROM operator_attempts'),
);
afterAll(() => shop.close());

async function operator(name: string, role: Role): Promise<void> {
  const { link } = await shop.service(OperatorManagement).create(name, role, BY);
  await shop.service(OperatorLinks).redeem({ secret: link, password: PASSWORD }, ORIGIN);
}

const command = <T = Record<string, unknown>>(...words: string[]): Promise<T> =>
  soukJson<T>(shop, 'operator', ...words);

const lastEntry = async () =>
  (
    await shop.db.query<Record<string, unknown>>(
      `SELECT id, actor, action, role, host(address) AS address, request_id, before, after
       FROM audit_entries ORDER BY id DESC LIMIT 1`,
    )
  )[0];

describe('the first operator', () => {
  it('makes itself the owner by the newest link, once, however many use it at once', async () => {
    const links = shop.service(OperatorLinks);
    const former = (await links.forFirstOperator())!;
    const secret = (await links.forFirstOperator())!;
    expect(await links.find(former)).toBeUndefined();
    const results = await Promise.allSettled(
      Array.from({ length: CALLERS }, (_, index) =>
        links.redeem({ secret, password: PASSWORD, name: `first-${index}` }, ORIGIN),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const operators = await command<{ role: string; state: string }[]>('list');
    expect(operators).toMatchObject([{ role: 'owner', state: 'active' }]);
    expect(await links.forFirstOperator()).toBeUndefined();
  });

  it('makes none when there is an operator meanwhile', async () => {
    const links = shop.service(OperatorLinks);
    const secret = (await links.forFirstOperator())!;
    await command('create', 'ada', '--role', 'owner');
    const late = links.redeem({ secret, password: PASSWORD, name: 'mallory' }, ORIGIN);
    await expect(late).rejects.toThrow(/not valid/);
    expect(await command<object[]>('list')).toHaveLength(1);
  });
});

describe('the last owner', () => {
  it('stays, however many owners are disabled or given another role at once on both instances', async () => {
    // A shop of its own: a second server, at which half of the owners are changed.
    const other = await Instance.on(shop.db);
    const owners = Array.from({ length: 12 }, (_, index) => `owner-${index}`);
    for (const name of owners) await shop.service(OperatorManagement).create(name, 'owner', BY);
    await shop.db.query("UPDATE operators SET password_hash = 'x' WHERE role = 'owner'");
    const results = await Promise.allSettled(
      owners.map((name, index) => {
        const each =
          index % 2 === 0 ? shop.service(OperatorManagement) : other.service(OperatorManagement);
        return index % 3 === 0 ? each.set(name, { role: 'viewer' }, BY) : each.disable(name, BY);
      }),
    );
    const reasons = results.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as unknown] : [],
    );
    expect(reasons).toEqual([expect.any(LastOwnerError)]);
    const left = await shop.db.query(
      "SELECT FROM operators WHERE role = 'owner' AND disabled_at IS NULL",
    );
    expect(left).toHaveLength(1);
    await other.close();
  });
});

describe('an owner whose password was reset', () => {
  it('stays until another one has set a password', async () => {
    await operator('one', 'owner');
    const management = shop.service(OperatorManagement);
    const { link: secret } = await management.create('two', 'owner', BY);
    await management.reset('one', BY);
    await expect(management.disable('one', BY)).rejects.toThrow(LastOwnerError);
    await expect(management.set('one', { role: 'viewer' }, BY)).rejects.toThrow(LastOwnerError);
    await shop.service(OperatorLinks).redeem({ secret, password: PASSWORD }, ORIGIN);
    await management.disable('one', BY);
  });
});

describe('an instance that may not write before and after any more', () => {
  it('completes the entry of a change without them', async () => {
    const { username } = new URL(shop.db.url);
    const { id: before } = (await lastEntry()) ?? { id: 0 };
    await shop.db.query(`REVOKE UPDATE (before, after) ON audit_entries FROM "${username}"`);
    await shop.service(OperatorManagement).create('ada', 'viewer', BY);
    await shop.db.query(`GRANT UPDATE (before, after) ON audit_entries TO "${username}"`);
    const entries = 'SELECT action, outcome, before, after FROM audit_entries WHERE id > $1';
    expect(await shop.db.query(entries, [before])).toEqual([
      { action: 'operator create', outcome: 'done', before: null, after: null },
    ]);
  });
});

describe('the commands', () => {
  it('make, change and disable operators, each with one entry of before and after', async () => {
    const made = await command('create', 'Ada', '--role', 'support');
    expect(made).toMatchObject({ name: 'ada', role: 'support', state: 'invited' });
    expect(made.link).toMatch(
      /^https:\/\/shop\.example\/console\/link\/[0-9a-f]{64}\.[0-9a-f]{32}$/,
    );
    const fresh = {
      role: 'support',
      password: false,
      two_factor: false,
      two_factor_required: false,
      disabled: false,
    };
    const terminal = { role: null, address: null, request_id: null };
    expect(await lastEntry()).toMatchObject({
      ...terminal,
      action: 'operator create',
      before: null,
      after: fresh,
    });
    await command('set', 'ada', '--role', 'finance', '--require-two-factor', 'on');
    const changed = { ...fresh, role: 'finance', two_factor_required: true };
    expect(await lastEntry()).toMatchObject({
      action: 'operator set',
      before: fresh,
      after: changed,
    });
    await command('disable', 'ada');
    expect(await lastEntry()).toMatchObject({
      action: 'operator disable',
      before: changed,
      after: { ...changed, disabled: true },
    });
    expect((await souk(shop, 'operator', 'reset', 'ada')).err).toMatch(
      /^This operator is disabled\. Enable it first\. See "souk operator enable"\./,
    );
    await command('enable', 'ada');
    expect(await command('list')).toMatchObject([{ name: 'ada', state: 'invited' }]);
    const stored = JSON.stringify(await shop.db.query('SELECT * FROM audit_entries'));
    expect(stored).not.toContain((made.link as string).split('/').at(-1));
  });

  it('reset an operator: password, second factor and sessions are gone', async () => {
    await operator('bob', 'viewer');
    const { secret } = await shop
      .service(SignIn)
      .withPassword({ name: 'bob', password: PASSWORD }, ORIGIN);
    await shop.db.query(`INSERT INTO operator_attempts
      SELECT unnest(ARRAY[sha256('name:bob'), sha256(('code:' || id)::bytea)]), 99, now()
      FROM operators WHERE name = 'operator:bob'`);
    const failures = () => shop.db.query('SELECT FROM operator_attempts WHERE failures = 99');
    expect(await failures()).toHaveLength(2);
    const { link } = await command<{ link: string }>('reset', 'bob');
    expect(await failures()).toEqual([]);
    expect(await shop.service(OperatorSessions).find(secret)).toBeUndefined();
    expect(await command('list')).toMatchObject([{ name: 'bob', state: 'invited' }]);
    const redeemed = link.split('/').at(-1) ?? '';
    await shop
      .service(OperatorLinks)
      .redeem({ secret: redeemed, password: `${PASSWORD}!` }, ORIGIN);
    const signedIn = shop.service(SignIn);
    await signedIn.withPassword({ name: 'bob', password: `${PASSWORD}!` }, ORIGIN);
    expect((await souk(shop, 'operator', 'invite', 'bob')).err).toMatch(/has a password/);
  });

  it('keep the number of a name that has moved money before', async () => {
    const { id } = await shop.account();
    await soukJson(shop, 'balance', 'deposit', String(id), '5');
    const [{ name } = { name: '' }] = await shop.db.query<{ name: string }>(
      'SELECT name FROM operators',
    );
    const login = name.replace('operator:', '');
    expect(await command<object[]>('list')).toEqual([]);
    expect(await command('create', login, '--role', 'viewer')).toMatchObject({ id: 1 });
    expect((await souk(shop, 'operator', 'create', login, '--role', 'owner')).err).toMatch(
      /already/,
    );
  });
});

describe('a shop that goes on after a restore', () => {
  it('has no session, link or failed attempt of before', async () => {
    await operator('ada', 'owner');
    await command('create', 'bob', '--role', 'viewer');
    const { secret } = await shop
      .service(SignIn)
      .withPassword({ name: 'ada', password: PASSWORD }, ORIGIN);
    await shop.db.query("INSERT INTO operator_attempts VALUES (sha256('x'), 9, now())");
    expect(await shop.db.query('SELECT FROM operator_links')).not.toEqual([]);
    await soukJson(shop, 'settle');
    expect(await shop.service(OperatorSessions).find(secret)).toBeUndefined();
    for (const table of ['operator_links', 'operator_attempts']) {
      expect([table, await shop.db.query(`SELECT FROM ${table}`)]).toEqual([table, []]);
    }
  });
});
