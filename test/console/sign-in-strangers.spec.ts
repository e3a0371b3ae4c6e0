import { hashOfToken } from '../../src/account/access/token-secret.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { Database } from '../../src/database/database.js';
import { PasswordHashing } from '../../src/people/passwords/password-hashing.js';
import { CredentialsRepository } from '../../src/people/operators/credentials.repository.js';
import type { Role } from '../../src/people/permissions/roles.js';
import { SignInProofs } from '../../src/people/proofs/sign-in-proofs.js';
import { SignInReset } from '../../src/people/sign-in/sign-in-reset.js';
import { souk, soukJson } from '../support/command-line.js';
import { addOperator, addSecondFactor, PASSWORD, signIn } from '../support/console-operator.js';
import { RawConnection } from '../support/raw-connection.js';
import { TestBrowser, type ShownPage } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const BY = { actor: 'operator:test' };
const DEVICE = '__Host-souk_device';
const SESSION = '__Host-souk_session';
const TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
/** More than were received at a time, and than may be now. */
const TRICKLED = 260;
/** So few that a round of their turns is short on a slow machine, too. */
const NETWORKS = 20;

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: it is behind a proxy, and its sign-in is attacked.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), TRUST_PROXY: 'loopback' });
});
afterAll(() => shop.close());

const browser = (address = '192.0.2.1'): TestBrowser =>
  new TestBrowser(shop.baseUrl, { 'X-Forwarded-For': address });

/** A browser without a session on which the operator has signed in. */
async function knownDevice(name: string, address?: string): Promise<TestBrowser> {
  const { browser: known } = await signIn(shop, name, browser(address));
  known.cookies.delete(SESSION);
  return known;
}

/** The form of a sign-in, as a browser sends it. */
function attempt(from: TestBrowser, name: string, password = PASSWORD): Promise<ShownPage> {
  return from.post('/console/sign-in', new URLSearchParams({ name, password }));
}

/** Sends the beginning of a form. */
async function trickled(path: string, address: string): Promise<RawConnection> {
  const connection = await RawConnection.open(shop.baseUrl);
  connection.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nX-Forwarded-For: ${address}\r\n` +
      `Content-Type: ${TYPE['Content-Type']}\r\nContent-Length: 100\r\n\r\nname=a`,
  );
  connection.read();
  return connection;
}

/** Wrong passwords from many networks at once, under the name of somebody else. */
function flood(name: string, perNetwork: number, network = 0) {
  let answered = 0;
  const attempts = Array.from({ length: NETWORKS * perNetwork }, async (_, number) => {
    const address = `45.${network + (number % NETWORKS)}.${number % 7}.${number % 251}`;
    const { status } = await attempt(browser(address), name, 'a wrong passphrase');
    answered += 1;
    return status;
  });
  return { attempts, answered: () => answered };
}

describe('beside forms that trickle', () => {
  /** The ends of their time, which come only when the test says so: on a slow machine that would be before all have begun. */
  const ends: (() => void)[] = [];
  beforeEach(() => {
    const setTimer = globalThis.setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((end: () => void, ms, ...more) => {
      const from = new Error('here').stack ?? '';
      if (!from.includes('open-forms')) return setTimer(end, ms, ...more);
      ends.push(end);
      return setTimer(() => undefined);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it('a sign-in is admitted, also from the same address; who trickles is cut in some seconds', async () => {
    await addOperator(shop, 'ada', 'owner');
    const slow = await Promise.all(
      Array.from({ length: TRICKLED }, () => trickled('/console/sign-in', '192.0.2.1')),
    );
    // Those beyond what is received at a time, the oldest first.
    await until(() => slow.filter(({ text }) => text.startsWith('HTTP/1.1 429')).length >= 60);
    expect((await attempt(browser(), 'ada')).title).toBe('Today');
    expect(ends).toHaveLength(TRICKLED + 1);
    for (const end of ends) end();
    const answers = await Promise.all(slow.map((one) => one.untilClosed()));
    const statuses = new Set(answers.map((text) => text.slice(9, 12)));
    expect(statuses).toEqual(new Set(['408', '429']));
    expect(answers.at(-1)).toContain('HTTP/1.1 408');
  });
});

describe('beside many networks that try passwords', () => {
  it('a known device and a link have places of their own, and another network its turn', async () => {
    await addOperator(shop, 'bob', 'owner');
    const known = await knownDevice('bob');
    const { link } = await shop.service(OperatorManagement).link('bob', BY);
    const { attempts, answered } = flood('bob', 12);
    await until(() => answered() > 0);
    expect((await attempt(known, 'bob')).title).toBe('Today');
    const page = await browser('198.51.100.1').open(`/console/link/${link}`);
    expect((await browser('198.51.100.1').send(page, link)).title).toBe('Today');
    // Under another name: failures under that of bob delay those whom nobody knows.
    await addOperator(shop, 'bea', 'owner');
    expect((await attempt(browser('198.51.100.2'), 'bea')).title).toBe('Today');
    // Each of the networks had a turn before, not each of its attempts.
    expect(answered()).toBeLessThan(attempts.length);
    await Promise.all(attempts);
  });

  it('many addresses of one network count together', async () => {
    const rows = () =>
      shop.db.query<{ failures: number }>(
        'SELECT failures FROM operator_attempts WHERE subject = ANY ($1) ORDER BY 1',
        [['network:203.0.113.0/24', 'wideNetwork:203.0.0.0/16'].map(hashOfToken)],
      );
    for (const host of [1, 2, 3]) {
      expect((await attempt(browser(`203.0.113.${host}`), `name-${host}`)).status).toBe(401);
    }
    expect(await rows()).toEqual([{ failures: 3 }, { failures: 3 }]);
    await shop.db.query(
      'UPDATE operator_attempts SET failures = 999, last_at = now() WHERE subject = $1',
      [hashOfToken('network:203.0.113.0/24')],
    );
    expect((await attempt(browser('203.0.113.9'), 'name-9')).status).toBe(429);
    expect((await attempt(browser('203.0.114.9'), 'name-9')).status).toBe(401);
    expect(shop.logs().join('\n')).not.toContain('TRUST_PROXY is not set');
  });
});

describe('a known device', () => {
  let hosts = 0;

  /** A new operator, known on a device. */
  async function knownOperator(name: string, role: Role = 'viewer') {
    await addOperator(shop, name, role);
    const address = `198.18.${++hosts}.1`;
    return { device: await knownDevice(name, address), address };
  }

  /** The status of a right password, where strangers of the name and the address are delayed. */
  async function statusOn(
    { device, address }: { device: TestBrowser; address: string },
    name: string,
  ): Promise<number> {
    await shop.db.query(
      `INSERT INTO operator_attempts SELECT subject, 99, now() FROM unnest($1::bytea[]) subject
       ON CONFLICT (subject) DO UPDATE SET failures = 99, last_at = now()`,
      [[`name:${name}`, `address:${address}`].map(hashOfToken)],
    );
    device.cookies.delete(SESSION);
    return (await attempt(device, name)).status;
  }

  it('is delayed by no failures of strangers, and by those on itself', async () => {
    const known = await knownOperator('carl');
    const { device } = known;
    expect(await statusOn(known, 'carl')).toBe(200);
    device.cookies.delete(SESSION);
    expect((await attempt(device, 'carl', 'a wrong passphrase')).status).toBe(401);
    const rows = await shop.db.query(
      'UPDATE operator_attempts SET failures = failures + 98 WHERE subject = $1 RETURNING failures',
      [hashOfToken(`device:${device.cookies.get(DEVICE)?.split('.')[3] ?? ''}`)],
    );
    expect(rows).toEqual([{ failures: 99 }]);
    expect(await statusOn(known, 'carl')).toBe(429);
  });

  it('is none for another name, nor with a cookie that the shop has not made', async () => {
    await addOperator(shop, 'eve', 'owner');
    const known = await knownOperator('dan');
    const { device } = known;
    expect(await statusOn(known, 'eve')).toBe(429);
    const cookie = device.cookies.get(DEVICE) ?? '';
    for (const forged of [`${cookie}0`, cookie.replace(/^\d+/, '1'), 'x', '']) {
      device.cookies.set(DEVICE, forged);
      expect([forged, await statusOn(known, 'dan')]).toEqual([forged, 429]);
    }
    device.cookies.set(DEVICE, cookie);
    expect(await statusOn(known, 'dan')).toBe(200);
  });

  const setPassword = async (name: string): Promise<void> => {
    const { id } = await shop.service(OperatorManagement).get(name);
    const hash = await shop.service(PasswordHashing).hash(PASSWORD);
    await shop
      .service(Database)
      .transaction((manager) => shop.service(CredentialsRepository).setPassword(manager, id, hash));
  };

  it.each<[string, (name: string, device: TestBrowser) => Promise<unknown>]>([
    ['another password', setPassword],
    [
      'a reset',
      async (name) => {
        await shop.service(OperatorManagement).reset(name, BY);
        await shop.db.query(
          `UPDATE operators SET password_hash = bob.password_hash FROM operators bob
           WHERE bob.name = 'operator:bob' AND operators.name = $1`,
          [`operator:${name}`],
        );
      },
    ],
    [
      'its operator was disabled',
      async (name) => {
        await shop.service(OperatorManagement).disable(name, BY);
        await shop.service(OperatorManagement).enable(name, BY);
      },
    ],
    [
      '90 days',
      async (_name, device) => {
        const [operator, generation, at, id] = (device.cookies.get(DEVICE) ?? '').split('.');
        const former = [operator, generation, Number(at) - 90 * 24 * 60 * 60, id].join('.');
        device.cookies.set(DEVICE, await shop.service(SignInProofs).prove('device', former));
      },
    ],
    // The last one: an instance goes by the key before for some seconds.
    ['a restore', () => shop.service(SignInReset).ofAll()],
  ])('is known no more after %s', async (what, change) => {
    const name = what.replaceAll(' ', '-');
    const known = await knownOperator(name);
    expect(await statusOn(known, name)).toBe(200);
    await change(name, known.device);
    // A sign-in that is admitted yet brings another one.
    const left = known.device.cookies.get(DEVICE) ?? '';
    await until(async () => {
      known.device.cookies.set(DEVICE, left);
      return (await statusOn(known, name)) === 429;
    });
  });
});

describe('the link of souk operator link', () => {
  const linkOf = async (name: string): Promise<string> => {
    const { link } = await soukJson<{ link: string }>(shop, 'operator', 'link', name);
    return new URL(link).pathname;
  };

  /** Of the address that its form is sent to. */
  const ending = (path: string) => path.slice(path.lastIndexOf('/') + 1);

  it('signs in once, without the password; whoever only looks at it does not use it up', async () => {
    await addOperator(shop, 'fay', 'support');
    const path = await linkOf('fay');
    await browser().open(path);
    const page = await browser().open(path);
    expect(`${page.title}: ${page.text}`).toMatch(/^Sign in: .* for the operator “fay”/);
    const fay = browser();
    expect((await fay.send(page, ending(path))).title).toBe('Today');
    expect(fay.cookies.has(DEVICE)).toBe(true);
    expect((await browser().send(page, ending(path))).status).toBe(404);
    const audit = await shop.db.query<{ action: string; after: object }>(
      `SELECT action, after FROM audit_entries WHERE action IN ('operator link', 'operator sign-in')
       AND (details ->> 'name' = 'fay' OR details ->> 'operator' = 'fay') ORDER BY id`,
    );
    expect(audit).toMatchObject([
      { action: 'operator link' },
      { action: 'operator sign-in', after: { factors: ['link'], stage: 'full' } },
    ]);
    expect(shop.logs().join('\n')).not.toContain(path.slice(-32));
  });

  it('is dead when all sessions of its operator are ended', async () => {
    await addOperator(shop, 'ida', 'support');
    const path = await linkOf('ida');
    await soukJson(shop, 'operator', 'sign-out', 'ida');
    expect((await browser().open(path)).status).toBe(404);
  });

  it('is dead after ten minutes, by the next one, and when its operator is disabled or reset', async () => {
    await addOperator(shop, 'gus', 'support');
    const statusOf = async (path: string) => (await browser().open(path)).status;
    const first = await linkOf('gus');
    const second = await linkOf('gus');
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    const [{ left } = { left: 0 }] = await shop.db.query<{ left: number }>(
      `SELECT extract(epoch FROM max(expires_at) - now())::integer AS left FROM operator_links WHERE signs_in`,
    );
    expect(left).toBeLessThanOrEqual(600);
    await shop.db.query('UPDATE operator_links SET expires_at = now()');
    expect(await statusOf(second)).toBe(404);
    const third = await linkOf('gus');
    await shop.service(OperatorManagement).reset('gus', BY);
    expect(await statusOf(third)).toBe(404);
    const refused = await souk(shop, 'operator', 'link', 'gus');
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('souk operator invite'),
    ]);
  });

  it('asks for the second factor, also where its address is delayed', async () => {
    await addOperator(shop, 'hal', 'support');
    const { codes } = await addSecondFactor(shop, 'hal');
    await shop.db.query(
      `INSERT INTO operator_attempts VALUES ($1, 99, now())
       ON CONFLICT (subject) DO UPDATE SET failures = 99, last_at = now()`,
      [hashOfToken('address:192.0.2.88')],
    );
    const hal = browser('192.0.2.88');
    const path = await linkOf('hal');
    const step = await hal.send(await hal.open(path), ending(path));
    expect(step.path).toBe('/console/sign-in/code');
    expect(hal.cookies.has(DEVICE)).toBe(false);
    expect((await hal.send(step, 'code', { code: codes[0] })).title).toBe('Today');
    expect(hal.cookies.has(DEVICE)).toBe(true);
  });

  it('receives nothing for a link that is none, and asks the database for none that the shop has not made', async () => {
    const slow = await trickled(`/console/link/${'0'.repeat(64)}.${'0'.repeat(32)}`, '192.0.2.9');
    await until(() => slow.text.startsWith('HTTP/1.1 404'));
    slow.destroy();
  });
});
