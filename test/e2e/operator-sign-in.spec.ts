import { newSecretKey } from '../../src/common/secret-box.js';
import { OperatorLinks } from '../../src/operators/links/operator-links.service.js';
import { OperatorManagement } from '../../src/operators/management/operator-management.service.js';
import {
  LinkInvalidError,
  SignInDelayedError,
  SignInRefusedError,
} from '../../src/operators/operators.errors.js';
import type { Role } from '../../src/operators/permissions/roles.js';
import { OperatorSessions } from '../../src/operators/sessions/operator-sessions.service.js';
import { OwnPassword } from '../../src/operators/sign-in/own-password.service.js';
import { SignIn } from '../../src/operators/sign-in/sign-in.service.js';
import { Instance } from '../support/instance.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const KEY = newSecretKey();
const PASSWORD = 'correct horse battery';
const BY = { actor: 'operator:test' };
/** As many as ask at once. */
const CALLERS = 64;

let shop: TestShop;
let other: Instance;
let addresses = 0;

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: KEY });
  other = await Instance.on(shop.db);
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

/** A caller of an address of its own. */
const origin = () => ({
  address: `10.${++addresses >> 8}.${addresses & 255}.1`,
  requestId: 'req-1',
  device: 'Firefox',
});

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)));

const fulfilled = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

async function operator(name: string, role: Role = 'manager'): Promise<void> {
  const { link } = await shop.service(OperatorManagement).create(name, role, BY);
  await shop.service(OperatorLinks).redeem({ secret: link, password: PASSWORD }, origin());
}

const signIn = (name: string, password = PASSWORD, from = origin()) =>
  shop.service(SignIn).withPassword({ name, password }, from);
const sessions = () => shop.service(OperatorSessions);

/** Makes the database forget the delay, as if its time had passed. */
const forget = () => shop.db.query('DELETE FROM operator_attempts');

const lastEntry = async () =>
  (
    await shop.db.query<Record<string, unknown>>(
      `SELECT actor, action, role, host(address) AS address, request_id, before, after, outcome
       FROM audit_entries ORDER BY id DESC LIMIT 1`,
    )
  )[0];

describe('a link', () => {
  it('sets a password once, however many use it at once', async () => {
    const { link: secret } = await shop.service(OperatorManagement).create('link', 'viewer', BY);
    const results = await times(CALLERS, (index) =>
      shop.service(OperatorLinks).redeem({ secret, password: `${PASSWORD} ${index}` }, origin()),
    );
    expect(fulfilled(results)).toBe(1);
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect((await signIn('link', `${PASSWORD} ${winner}`)).stage).toBe('full');
    await expect(shop.service(OperatorLinks).find(secret)).rejects.toThrow(LinkInvalidError);
  });

  it('is replaced by the next one, and ends with its operator and after a day', async () => {
    const management = shop.service(OperatorManagement);
    const links = shop.service(OperatorLinks);
    const { link: first } = await management.create('invited', 'viewer', BY);
    const { link: second } = await management.invite('invited', BY);
    await expect(links.find(first)).rejects.toThrow(LinkInvalidError);
    expect(await links.find(second)).toMatchObject({ name: 'invited' });
    await management.disable('invited', BY);
    await expect(links.find(second)).rejects.toThrow(LinkInvalidError);
    await management.enable('invited', BY);
    const { link: third } = await management.invite('invited', BY);
    await shop.db.query("UPDATE operator_links SET expires_at = expires_at - interval '24 hours'");
    const late = links.redeem({ secret: third, password: PASSWORD }, origin());
    await expect(late).rejects.toThrow(LinkInvalidError);
  });

  it('is not used up by an unsuitable password', async () => {
    const { link: secret } = await shop.service(OperatorManagement).create('short', 'viewer', BY);
    const links = shop.service(OperatorLinks);
    await expect(links.redeem({ secret, password: 'short' }, origin())).rejects.toThrow(/12/);
    expect(await links.redeem({ secret, password: PASSWORD }, origin())).toBe('short');
  });

  it('makes no first operator where there is one', async () => {
    expect(await shop.service(OperatorLinks).forFirstOperator()).toBeUndefined();
  });
});

describe('a sign-in', () => {
  it('starts sessions with secrets of their own, and leaves an entry without them', async () => {
    await operator('ada');
    const from = origin();
    const one = await signIn(' ADA ', PASSWORD, from);
    expect(await lastEntry()).toEqual({
      actor: 'operator:ada',
      action: 'operator sign-in',
      role: 'manager',
      address: from.address,
      request_id: 'req-1',
      before: null,
      after: { factors: ['password'], stage: 'full' },
      outcome: 'done',
    });
    const two = await signIn('ada');
    expect(one.secret).not.toBe(two.secret);
    const found = await sessions().find(one.secret);
    expect(found).toMatchObject({ name: 'ada', role: 'manager', stage: 'full' });
    expect(found?.permissions.has('orders.decide')).toBe(true);
    const stored = JSON.stringify([
      await shop.db.query('SELECT * FROM operator_sessions'),
      await shop.db.query('SELECT * FROM audit_entries'),
    ]);
    expect(stored).not.toContain(one.secret);
    expect(stored).not.toContain(PASSWORD);
  });

  it.each([
    ['a wrong password', 'ada', 'wrong horse battery'],
    ['an unknown name', 'nobody', PASSWORD],
    ['a password that is too long', 'ada', 'x'.repeat(100_000)],
  ])('is refused in the same words for %s', async (_, name, password) => {
    await forget();
    await expect(signIn(name, password)).rejects.toThrow(new SignInRefusedError().message);
  });

  it('compares few of many passwords that are tried at once, from any address and on all instances', async () => {
    await forget();
    const results = await times(CALLERS, (index) =>
      (index % 2 === 0 ? shop.service(SignIn) : other.service(SignIn)).withPassword(
        { name: 'ada', password: `wrong ${index} horse` },
        origin(),
      ),
    );
    const reasons = results.map((one) =>
      one.status === 'rejected' ? (one.reason as unknown) : one,
    );
    const compared = reasons.filter((reason) => reason instanceof SignInRefusedError).length;
    expect(compared).toBeGreaterThan(0);
    expect(compared).toBeLessThanOrEqual(4);
    expect(reasons.some((reason) => reason instanceof SignInDelayedError)).toBe(true);
    // The right one has to wait, too.
    await shop.db.query('UPDATE operator_attempts SET failures = 99, last_at = now()');
    await expect(signIn('ada')).rejects.toThrow(SignInDelayedError);
    await forget();
    await signIn('ada');
  });

  it('under one name forgets no failures of the address', async () => {
    await forget();
    const from = origin();
    for (let failure = 0; failure < 8; failure++) {
      await expect(signIn(`guess-${failure}`, PASSWORD, from)).rejects.toThrow(SignInRefusedError);
    }
    const delayed = signIn('guess', PASSWORD, from);
    await expect(delayed).rejects.toThrow(SignInDelayedError);
  });

  it('hashes a password anew whose parameters are outdated', async () => {
    await operator('old');
    // Of PASSWORD, as the reference implementation would store it with another cost.
    const { argon2Sync } = await import('node:crypto');
    const nonce = Buffer.alloc(16, 1);
    const parameters = {
      message: PASSWORD,
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: 64,
      passes: 1,
    };
    const hash = argon2Sync('argon2id', parameters).toString('base64').replaceAll('=', '');
    const salt = nonce.toString('base64').replaceAll('=', '');
    const hashOf = async () =>
      (
        await shop.db.query<{ hash: string }>(
          `SELECT password_hash AS hash FROM operators WHERE name = 'operator:old'`,
        )
      )[0]!.hash;
    await shop.db.query(`UPDATE operators SET password_hash = $1 WHERE name = 'operator:old'`, [
      `$argon2id$v=19$m=64,t=1,p=1$${salt}$${hash}`,
    ]);
    await signIn('old');
    expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn('old');
  });
});

describe('a session', () => {
  it('of a disabled operator is refused at once on both instances', async () => {
    await operator('bob');
    const { secret } = await signIn('bob');
    const both = [sessions(), other.service(OperatorSessions)];
    for (const each of both) expect(await each.find(secret)).toMatchObject({ name: 'bob' });
    await shop.service(OperatorManagement).disable('bob', BY);
    for (const each of both) expect(await each.find(secret)).toBeUndefined();
    await expect(signIn('bob')).rejects.toThrow(SignInRefusedError);
    await shop.service(OperatorManagement).enable('bob', BY);
    for (const each of both) expect(await each.find(secret)).toBeUndefined();
  });

  it('has the permissions of the present role', async () => {
    await operator('carl');
    const { secret } = await signIn('carl');
    await shop.service(OperatorManagement).set('carl', { role: 'viewer' }, BY);
    const found = await other.service(OperatorSessions).find(secret);
    expect(found?.role).toBe('viewer');
    expect(found?.permissions.has('orders.decide')).toBe(false);
  });

  it('does not survive a reset that happens beside its sign-in', async () => {
    await operator('race');
    for (let round = 0; round < 5; round++) {
      await forget();
      const [signedIn] = await Promise.allSettled([
        signIn('race'),
        shop.service(OperatorManagement).signOut('race', BY),
        shop.service(OperatorManagement).reset('race', BY),
      ]);
      if (signedIn.status === 'fulfilled') {
        expect(await sessions().find(signedIn.value.secret)).toBeUndefined();
      }
      const { link } = await shop.service(OperatorManagement).invite('race', BY);
      await shop.service(OperatorLinks).redeem({ secret: link, password: PASSWORD }, origin());
    }
  });

  it('ends alone, and with all others when the password is changed', async () => {
    await operator('eve');
    const [one, two, three] = [await signIn('eve'), await signIn('eve'), await signIn('eve')];
    const principal = (await sessions().find(one.secret))!;
    await sessions().end(principal, two.id, origin());
    expect(await sessions().find(two.secret)).toBeUndefined();
    await expect(sessions().end(principal, two.id, origin())).rejects.toThrow(/no session/);
    expect((await sessions().list(principal)).map(({ id }) => id)).toEqual([three.id, one.id]);
    const change = { present: PASSWORD, next: 'another horse battery' };
    await shop.service(OwnPassword).change(principal, change, origin());
    expect(await sessions().find(one.secret)).toBeDefined();
    expect(await sessions().find(three.secret)).toBeUndefined();
    await expect(signIn('eve')).rejects.toThrow(SignInRefusedError);
  });
});
