import { Client } from 'pg';
import { newSecretKey } from '../../src/common/secret-box.js';
import { OperatorLinks } from '../../src/people/links/operator-links.service.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import {
  SessionInvalidError,
  SignInDelayedError,
  SignInRefusedError,
} from '../../src/people/operators.errors.js';
import { OperatorSessions } from '../../src/people/sessions/operator-sessions.service.js';
import { OwnPassword } from '../../src/people/sign-in/own-password.service.js';
import { OwnTwoFactor } from '../../src/people/sign-in/own-two-factor.service.js';
import { SecondFactorSignIn } from '../../src/people/sign-in/second-factor.service.js';
import { SignIn } from '../../src/people/sign-in/sign-in.service.js';
import { timeStep, totpCode } from '../../src/people/two-factor/totp.js';
import { souk, soukJson } from '../support/command-line.js';
import { Instance } from '../support/instance.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const KEY = newSecretKey();
const PASSWORD = 'correct horse battery';
const BY = { actor: 'operator:test' };
const WAITS_FOR_OPERATOR = `
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE '%FROM operators%'`;

let shop: TestShop;
let other: Instance;
let addresses = 0;

beforeAll(async () => {
  // A shop of its own: its keys are replaced, and a second server has the same ones.
  shop = await startTestShop({ SECRET_KEYS: KEY });
  // A shop of its own: the second server.
  other = await Instance.on(shop.db, { SECRET_KEYS: KEY });
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

/** A caller of an address of its own. */
const origin = () => ({
  address: `10.${++addresses}.0.1`,
  requestId: 'req-1',
  device: 'Firefox',
});

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)));

const fulfilled = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

async function operator(name: string): Promise<void> {
  const { link } = await shop.service(OperatorManagement).create(name, 'manager', BY);
  await shop.service(OperatorLinks).redeem({ secret: link, password: PASSWORD }, origin());
}

const signIn = (name: string) =>
  shop.service(SignIn).withPassword({ name, password: PASSWORD }, origin());
const sessions = () => shop.service(OperatorSessions);

/** Base32, back. */
function bytesOf(secret: string): Buffer {
  const bits = [...secret]
    .map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

/** The code of so many steps from now, by the clock of the database. */
async function codeOf(secret: string, offset = 0): Promise<string> {
  const [{ now } = { now: new Date() }] = await shop.db.query<{ now: Date }>('SELECT now()');
  return totpCode(bytesOf(secret), timeStep(now) + offset);
}

/** An operator with a second factor; its first code is used. */
async function enrolled(name: string) {
  await operator(name);
  const { secret: session } = await signIn(name);
  const principal = (await sessions().find(session))!;
  const { secret } = await shop.service(OwnTwoFactor).offer(principal, PASSWORD, origin());
  const code = await codeOf(secret);
  const done = await shop.service(SecondFactorSignIn).enrol(session, code, origin());
  return { secret, former: session, session: done.secret, recoveryCodes: done.recoveryCodes, code };
}

/** Makes the database forget the delay, as if its time had passed. */
const forget = () => shop.db.query('DELETE FROM operator_attempts');

describe('the second factor', () => {
  it('needs a new secret at each step: one that was known before is worth nothing after it', async () => {
    const { secret, former } = await enrolled('gil');
    expect(await sessions().find(former)).toBeUndefined();
    const half = await signIn('gil');
    expect(half.stage).toBe('code');
    expect((await sessions().find(half.secret))?.permissions.size).toBe(0);
    const full = await shop
      .service(SecondFactorSignIn)
      .withCode(half.secret, await codeOf(secret, 1), origin());
    expect(full.secret).not.toBe(half.secret);
    expect(await sessions().find(half.secret)).toBeUndefined();
    expect((await sessions().find(full.secret))?.stage).toBe('full');
    const again = shop
      .service(SecondFactorSignIn)
      .withCode(full.secret, await codeOf(secret, 1), origin());
    await expect(again).rejects.toThrow(SessionInvalidError);
  });

  it('is needed before anything about the own sign-in is changed or read', async () => {
    const { secret } = await enrolled('mia');
    const { id, secret: session } = await signIn('mia');
    const half = (await sessions().find(session))!;
    const change = { present: PASSWORD, next: 'another horse battery' };
    const refused = [
      () => shop.service(OwnPassword).change(half, change, origin()),
      async () => shop.service(OwnTwoFactor).turnOff(half, await codeOf(secret, 1), origin()),
      () => shop.service(OwnTwoFactor).offer(half, PASSWORD, origin()),
      () => sessions().list(half),
      () => sessions().end(half, id, origin()),
    ];
    for (const each of refused) await expect(each()).rejects.toThrow(SessionInvalidError);
    expect((await signIn('mia')).stage).toBe('code');
  });

  it('is set up in a session that may do everything by the password only', async () => {
    await operator('oda');
    const full = (await sessions().find((await signIn('oda')).secret))!;
    for (const wrong of [null, '', 'wrong horse battery']) {
      const offered = shop.service(OwnTwoFactor).offer(full, wrong, origin());
      await expect(offered).rejects.toThrow(SignInRefusedError);
    }
  });

  it('is demanded of a sign-in whose password was compared before an owner required it', async () => {
    await operator('nia');
    const owner = new Client({ connectionString: shop.db.directUrl });
    await owner.connect();
    try {
      await owner.query("BEGIN; SELECT FROM operators WHERE name = 'operator:nia' FOR UPDATE");
      const signedIn = signIn('nia');
      await until(async () => (await shop.db.query(WAITS_FOR_OPERATOR)).length > 0);
      await owner.query(
        "UPDATE operators SET two_factor_required = true WHERE name = 'operator:nia'; COMMIT",
      );
      expect((await signedIn).stage).toBe('enrol');
    } finally {
      await owner.end();
    }
  });

  it('takes each code once, however many use it at once on both instances', async () => {
    const { secret, code: used } = await enrolled('hal');
    const steps = shop.service(SecondFactorSignIn);
    await expect(steps.withCode((await signIn('hal')).secret, used, origin())).rejects.toThrow(
      SignInRefusedError,
    );
    await forget();
    const halves = [await signIn('hal'), await signIn('hal'), await signIn('hal')];
    const code = await codeOf(secret, 1);
    await forget();
    const both = [steps, other.service(SecondFactorSignIn)];
    const results = await times(3, (index) =>
      both[index % 2]!.withCode(halves[index]!.secret, code, origin()),
    );
    expect(fulfilled(results)).toBe(1);
  });

  it('takes each recovery code once, and no guessed one', async () => {
    const { recoveryCodes } = await enrolled('ida');
    const [first = ''] = recoveryCodes;
    const steps = shop.service(SecondFactorSignIn);
    const guess = steps.withCode((await signIn('ida')).secret, 'aaaa-aaaa-aaaa-aaaa', origin());
    await expect(guess).rejects.toThrow(SignInRefusedError);
    await steps.withCode((await signIn('ida')).secret, first.toUpperCase(), origin());
    const again = steps.withCode((await signIn('ida')).secret, first, origin());
    await expect(again).rejects.toThrow(SignInRefusedError);
  });

  it('counts no attempt of an address from which only right passwords and codes have come', async () => {
    const { recoveryCodes } = await enrolled('rae');
    const office = origin();
    const signIns = shop.service(SignIn);
    for (const code of recoveryCodes) {
      const half = await signIns.withPassword({ name: 'rae', password: PASSWORD }, office);
      const full = await shop.service(SecondFactorSignIn).withCode(half.secret, code, office);
      expect(full.stage).toBe('full');
    }
    expect(recoveryCodes.length).toBeGreaterThan(8);
  });

  it('takes a recovery code even where the key of the secret is missing', async () => {
    const { recoveryCodes } = await enrolled('pia');
    const { secret } = await signIn('pia');
    // A shop of its own: a server without keys.
    const keyless = await Instance.on(shop.db);
    try {
      const steps = keyless.service(SecondFactorSignIn);
      expect((await steps.withCode(secret, recoveryCodes[0]!, origin())).stage).toBe('full');
    } finally {
      await keyless.close();
    }
  });

  it('delays guesses, although the password is right each time', async () => {
    await enrolled('jan');
    await forget();
    const guess = async () =>
      shop.service(SecondFactorSignIn).withCode((await signIn('jan')).secret, '000000', origin());
    const names = "DELETE FROM operator_attempts WHERE subject = sha256('name:jan')";
    for (let failure = 0; failure < 3; failure++) {
      await expect(guess()).rejects.toThrow(SignInRefusedError);
      await shop.db.query(names);
    }
    await expect(guess()).rejects.toThrow(SignInDelayedError);
  });

  it('is demanded before anything else where an owner requires it', async () => {
    await operator('kim');
    await shop.service(OperatorManagement).set('kim', { twoFactorRequired: true }, BY);
    const { secret: session, stage } = await signIn('kim');
    expect(stage).toBe('enrol');
    const principal = (await sessions().find(session))!;
    expect(principal.permissions.size).toBe(0);
    const { secret } = await shop.service(OwnTwoFactor).offer(principal, null, origin());
    const enrolling = await shop
      .service(SecondFactorSignIn)
      .enrol(session, await codeOf(secret), origin());
    const full = (await sessions().find(enrolling.secret))!;
    expect(full.permissions.has('orders.read')).toBe(true);
    const off = shop.service(OwnTwoFactor).turnOff(full, await codeOf(secret, 1), origin());
    await expect(off).rejects.toThrow(/requires/);
  });

  it('is encrypted, and survives a rotation of keys', async () => {
    const { secret } = await enrolled('lee');
    const next = newSecretKey();
    const keys = { DATABASE_URL: shop.db.url, SECRET_KEYS: `${next},${KEY}` };
    const rotated = await soukJson<{ operators: number }>(keys, 'codes', 'rotate');
    expect(rotated.operators).toBeGreaterThan(0);
    expect((await souk({ ...keys, SECRET_KEYS: next }, 'doctor')).out).toMatch(/^ok +secret/m);
    await soukJson({ ...keys, SECRET_KEYS: `${KEY},${next}` }, 'codes', 'rotate');
    const half = await signIn('lee');
    await shop.service(SecondFactorSignIn).withCode(half.secret, await codeOf(secret, 1), origin());
  });
});
