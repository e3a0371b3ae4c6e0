import { OperatorLinks } from '../../src/people/links/operator-links.service.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import {
  LinkInvalidError,
  SignInDelayedError,
  SignInRefusedError,
} from '../../src/people/operators.errors.js';
import type { Role } from '../../src/people/permissions/roles.js';
import { OperatorSessions } from '../../src/people/sessions/operator-sessions.service.js';
import { ATTEMPT_DELAYS_SECONDS, delaySeconds } from '../../src/people/sign-in/attempt-delays.js';
import { OwnPassword } from '../../src/people/sign-in/own-password.service.js';
import { SignIn } from '../../src/people/sign-in/sign-in.service.js';
import { Instance } from '../support/instance.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const PASSWORD = 'correct horse battery';
const BY = { actor: 'operator:test' };
/** As many as ask at once. */
const CALLERS = 64;
/** The same, where each password is hashed. */
const HASHING_CALLERS = 16;

let shop: TestShop;
let other: Instance;
let addresses = 0;

beforeAll(async () => {
  shop = await workerShop();
  // A shop of its own: a second server, at which what the first one has changed must count at once.
  other = await Instance.on(shop.db);
});
afterAll(() => other.close());

/** A caller of an address of its own. */
const origin = () => ({
  address: `10.${++addresses & 255}.${addresses >> 8}.1`,
  requestId: 'req-1',
  device: 'Firefox',
});

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)));

const fulfilled = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

/** The most attempts under one name that the delays between them let through in so many seconds; 3 at once. */
function admittedWithin(seconds: number): number {
  let admitted = 0;
  for (let at = 0; at <= seconds; at += delaySeconds(admitted, ATTEMPT_DELAYS_SECONDS.name)) {
    admitted++;
  }
  return admitted;
}

/** @returns the name of a new operator */
async function operator(what: string, role: Role = 'manager'): Promise<string> {
  const name = fresh(what);
  const { link } = await shop.service(OperatorManagement).create(name, role, BY);
  await shop.service(OperatorLinks).redeem({ secret: link, password: PASSWORD }, origin());
  return name;
}

const signIn = (name: string, password = PASSWORD, from = origin()) =>
  shop.service(SignIn).withPassword({ name, password }, from);
const sessions = () => shop.service(OperatorSessions);

/** Makes the database forget the delay, as if its time had passed. */
const forget = () => shop.db.query('DELETE FROM operator_attempts');

const lastEntryOf = async (name: string) =>
  (
    await shop.db.query<Record<string, unknown>>(
      `SELECT actor, action, role, host(address) AS address, request_id, before, after, outcome
       FROM audit_entries WHERE actor = $1 ORDER BY id DESC LIMIT 1`,
      [`operator:${name}`],
    )
  )[0];

describe('a link', () => {
  it('sets a password once, however many use it at once', async () => {
    const name = fresh('link');
    const { link: secret } = await shop.service(OperatorManagement).create(name, 'viewer', BY);
    const results = await times(HASHING_CALLERS, (index) =>
      shop.service(OperatorLinks).redeem({ secret, password: `${PASSWORD} ${index}` }, origin()),
    );
    expect(fulfilled(results)).toBe(1);
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect((await signIn(name, `${PASSWORD} ${winner}`)).stage).toBe('full');
    expect(await shop.service(OperatorLinks).find(secret)).toBeUndefined();
  });

  it('is replaced by the next one, and ends with its operator and after a day', async () => {
    const management = shop.service(OperatorManagement);
    const links = shop.service(OperatorLinks);
    const name = fresh('invited');
    const { link: first } = await management.create(name, 'viewer', BY);
    const { link: second } = await management.invite(name, BY);
    expect(await links.find(first)).toBeUndefined();
    expect(await links.find(second)).toMatchObject({ name });
    await management.disable(name, BY);
    expect(await links.find(second)).toBeUndefined();
    await management.enable(name, BY);
    const { link: third } = await management.invite(name, BY);
    await shop.db.query(
      `UPDATE operator_links SET expires_at = expires_at - interval '24 hours'
       WHERE operator_id = (SELECT id FROM operators WHERE name = $1)`,
      [`operator:${name}`],
    );
    const late = links.redeem({ secret: third, password: PASSWORD }, origin());
    await expect(late).rejects.toThrow(LinkInvalidError);
  });

  it('is not used up by an unsuitable password', async () => {
    const name = fresh('short');
    const { link: secret } = await shop.service(OperatorManagement).create(name, 'viewer', BY);
    const links = shop.service(OperatorLinks);
    await expect(links.redeem({ secret, password: 'short' }, origin())).rejects.toThrow(/12/);
    expect(await links.redeem({ secret, password: PASSWORD }, origin())).toBe(name);
  });

  it('makes no first operator where there is one', async () => {
    await operator('present');
    expect(await shop.service(OperatorLinks).forFirstOperator()).toBeUndefined();
  });
});

describe('a sign-in', () => {
  it('starts sessions with secrets of their own, and leaves an entry without them', async () => {
    const name = await operator('ada');
    const from = origin();
    const one = await signIn(` ${name.toUpperCase()} `, PASSWORD, from);
    expect(await lastEntryOf(name)).toEqual({
      actor: `operator:${name}`,
      action: 'operator sign-in',
      role: 'manager',
      address: from.address,
      request_id: 'req-1',
      before: null,
      after: { factors: ['password'], stage: 'full' },
      outcome: 'done',
    });
    const two = await signIn(name);
    expect(one.secret).not.toBe(two.secret);
    const found = await sessions().find(one.secret);
    expect(found).toMatchObject({ name, role: 'manager', stage: 'full' });
    expect(found?.permissions.has('orders.decide')).toBe(true);
    const stored = JSON.stringify([
      await shop.db.query('SELECT * FROM operator_sessions'),
      await shop.db.query('SELECT * FROM audit_entries WHERE actor = $1', [`operator:${name}`]),
    ]);
    expect(stored).not.toContain(one.secret);
    expect(stored).not.toContain(PASSWORD);
  });

  it.each([
    ['a wrong password', true, 'wrong horse battery'],
    ['an unknown name', false, PASSWORD],
    ['a password that is too long', true, 'x'.repeat(100_000)],
  ])('is refused in the same words for %s', async (_, isKnown, password) => {
    const name = isKnown ? await operator('known') : fresh('nobody');
    await forget();
    await expect(signIn(name, password)).rejects.toThrow(new SignInRefusedError().message);
  });

  it('compares few of many passwords that are tried at once, from any address and on all instances', async () => {
    const name = await operator('sought');
    await forget();
    const begun = performance.now();
    const results = await times(CALLERS, (index) =>
      (index % 2 === 0 ? shop.service(SignIn) : other.service(SignIn)).withPassword(
        { name, password: `wrong ${index} horse` },
        origin(),
      ),
    );
    const reasons = results.map((one) =>
      one.status === 'rejected' ? (one.reason as unknown) : one,
    );
    const compared = reasons.filter((reason) => reason instanceof SignInRefusedError).length;
    expect(compared).toBeGreaterThan(0);
    expect(compared).toBeLessThanOrEqual(admittedWithin((performance.now() - begun) / 1000));
    expect(reasons.some((reason) => reason instanceof SignInDelayedError)).toBe(true);
    // The right one has to wait, too.
    await shop.db.query('UPDATE operator_attempts SET failures = 99, last_at = now()');
    await expect(signIn(name)).rejects.toThrow(SignInDelayedError);
    await forget();
    await signIn(name);
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
    const name = await operator('old');
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
          'SELECT password_hash AS hash FROM operators WHERE name = $1',
          [`operator:${name}`],
        )
      )[0]!.hash;
    await shop.db.query('UPDATE operators SET password_hash = $1 WHERE name = $2', [
      `$argon2id$v=19$m=64,t=1,p=1$${salt}$${hash}`,
      `operator:${name}`,
    ]);
    await signIn(name);
    expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(name);
  });
});

describe('a session', () => {
  it('of a disabled operator is refused at once on both instances', async () => {
    const name = await operator('bob');
    const { secret } = await signIn(name);
    const both = [sessions(), other.service(OperatorSessions)];
    for (const each of both) expect(await each.find(secret)).toMatchObject({ name });
    await shop.service(OperatorManagement).disable(name, BY);
    for (const each of both) expect(await each.find(secret)).toBeUndefined();
    await expect(signIn(name)).rejects.toThrow(SignInRefusedError);
    await shop.service(OperatorManagement).enable(name, BY);
    for (const each of both) expect(await each.find(secret)).toBeUndefined();
  });

  it('has the permissions of the present role', async () => {
    const name = await operator('carl');
    const { secret } = await signIn(name);
    await shop.service(OperatorManagement).set(name, { role: 'viewer' }, BY);
    const found = await other.service(OperatorSessions).find(secret);
    expect(found?.role).toBe('viewer');
    expect(found?.permissions.has('orders.decide')).toBe(false);
  });

  it('does not survive a reset that happens beside its sign-in', async () => {
    const name = await operator('race');
    for (let round = 0; round < 5; round++) {
      await forget();
      const [signedIn] = await Promise.allSettled([
        signIn(name),
        shop.service(OperatorManagement).signOut(name, BY),
        shop.service(OperatorManagement).reset(name, BY),
      ]);
      if (signedIn.status === 'fulfilled') {
        expect(await sessions().find(signedIn.value.secret)).toBeUndefined();
      }
      const { link } = await shop.service(OperatorManagement).invite(name, BY);
      await shop.service(OperatorLinks).redeem({ secret: link, password: PASSWORD }, origin());
    }
  });

  it('ends alone, and with all others when the password is changed', async () => {
    const name = await operator('eve');
    const [one, two, three] = [await signIn(name), await signIn(name), await signIn(name)];
    const principal = (await sessions().find(one.secret))!;
    await sessions().end(principal, two.id, origin());
    expect(await sessions().find(two.secret)).toBeUndefined();
    await expect(sessions().end(principal, two.id, origin())).rejects.toThrow(/session has ended/);
    expect((await sessions().list(principal)).map(({ id }) => id)).toEqual([three.id, one.id]);
    const change = { present: PASSWORD, next: 'another horse battery' };
    await shop.service(OwnPassword).change(principal, change, origin());
    expect(await sessions().find(one.secret)).toBeDefined();
    expect(await sessions().find(three.secret)).toBeUndefined();
    await expect(signIn(name)).rejects.toThrow(SignInRefusedError);
  });
});
