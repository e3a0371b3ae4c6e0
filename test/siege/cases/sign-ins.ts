import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PasswordHashing } from '../../../src/people/passwords/password-hashing.js';
import { TestBrowser } from '../../support/test-browser.js';
import { besieged, type Siege } from '../besieged.js';
import { answersInWords, inFigures, limitStatuses } from '../figures.js';

const PASSWORD = 'a long enough passphrase';
const TRIES = 8;
const LINKS = 3;
/** So long the attack goes on before, and between two tries. */
const BEFORE_MS = 10_000;
const BETWEEN_MS = 1_000;
/** Who signs in on a known device. */
const KNOWN = 'ada';
/** Who signs in on devices that nobody knows. */
const UNKNOWN = 'bob';
const TYPE = 'application/x-www-form-urlencoded';
const SECONDS = 600;
/** Of a name that no other attempt has; so it is not delayed by those before. */
const NAME_CHARACTERS = 43;

const run = promisify(execFile);

/** Forms of which a byte comes a second, and which come again when they are cut. */
export const signInTrickled = besieged('a sign-in beside forms that trickle', async (siege) => {
  const { target, amounts, faults } = siege;
  const device = await knownDevice(siege);
  const attacker = await target.attack('hold', {
    connections: amounts.forms,
    first: [signInHead('', 100)],
    further: 'x',
    reads: true,
    comesAgain: true,
  });
  await attacker.heard(1);
  const told = await tried(siege, device, () => new TestBrowser(target.server.baseUrl));
  const { opened, closed, statuses } = await attacker.stop();
  limitStatuses(faults, 'forms that trickle', statuses, ['408', '429', 'none']);
  return `${told}; ${opened} forms, ${closed} of them ended (${inFigures(statuses)})`;
});

/** Wrong passwords from addresses all over many networks. */
export const signInNetworks = besieged('a sign-in beside networks that guess', async (siege) => {
  const { target, amounts, faults } = siege;
  const device = await knownDevice(siege);
  const body = 'password=a+wrong+passphrase&name=';
  const requests = Array.from({ length: amounts.networks }, (_, network) => [
    signInHead(`X-Forwarded-For: 45.${network}.{byte}.{byte}\r\n`, body.length + NAME_CHARACTERS) +
      `${body}{token}`,
  ]);
  const attacker = await target.attack('ask', {
    callers: amounts.networks,
    requests,
    total: Infinity,
    seconds: SECONDS,
    pauseMs: (amounts.networks / amounts.attempts) * 1000,
  });
  const told = await tried(siege, device, (number) => strangerOf(siege, `198.51.${number}.7`));
  const figures = await attacker.stop();
  limitStatuses(faults, 'guesses', figures.statuses, ['401', '429']);
  return `${told}; guesses: ${answersInWords(figures)}`;
});

function signInHead(headers: string, length: number): string {
  return `POST /console/sign-in HTTP/1.1\r\nHost: siege\r\nSec-Fetch-Site: same-origin\r\n${headers}Content-Type: ${TYPE}\r\nContent-Length: ${length}\r\n\r\n`;
}

/** Makes the operators, and signs one of them in. */
async function knownDevice({ target }: Siege): Promise<TestBrowser> {
  const hash = await new PasswordHashing().hash(PASSWORD);
  await target.shop.db.query(
    `INSERT INTO operators (name, role, password_hash, had_password)
     SELECT 'operator:' || name, 'owner', $1, true FROM unnest($2::text[]) name`,
    [hash, [KNOWN, UNKNOWN]],
  );
  const device = new TestBrowser(target.server.baseUrl);
  await signedIn(device, KNOWN);
  return device;
}

/** @returns whether the right password was taken at the first try */
async function signedIn(browser: TestBrowser, name: string): Promise<boolean> {
  browser.cookies.delete('souk_session');
  const page = await browser.post(
    '/console/sign-in',
    new URLSearchParams({ name, password: PASSWORD }),
  );
  return page.title === 'Today';
}

/**
 * Signs in again and again: on the known device, on others, and by links.
 * @param stranger a browser that nobody knows.
 */
async function tried(
  siege: Siege,
  device: TestBrowser,
  stranger: (number: number) => TestBrowser,
): Promise<string> {
  const ways = {
    'known device': () => signedIn(device, KNOWN),
    'unknown device': (number: number) => signedIn(stranger(number), UNKNOWN),
  };
  await sleep(BEFORE_MS);
  const told: string[] = [];
  for (const [way, work] of Object.entries(ways)) told.push(await times(siege, way, TRIES, work));
  return [...told, await times(siege, 'link', LINKS, () => byLink(siege))].join(', ');
}

function strangerOf({ target }: Siege, address: string): TestBrowser {
  return new TestBrowser(target.server.baseUrl, { 'X-Forwarded-For': address });
}

async function byLink(siege: Siege): Promise<boolean> {
  const { version, shop, secretKey } = siege.target;
  const env = { ...process.env, DATABASE_URL: shop.db.url, SECRET_KEYS: secretKey };
  const words = ['--no-warnings', 'dist/cli.js', 'operator', 'link', UNKNOWN, '--json'];
  const { stdout } = await run(process.execPath, words, { cwd: version.folder, env });
  const { pathname } = new URL((JSON.parse(stdout) as { link: string }).link);
  const browser = strangerOf(siege, '198.51.100.7');
  const page = await browser.open(pathname);
  return (
    (await browser.send(page, pathname.slice(pathname.lastIndexOf('/') + 1))).title === 'Today'
  );
}

async function times(
  { faults }: Siege,
  way: string,
  count: number,
  work: (number: number) => Promise<boolean>,
): Promise<string> {
  let [taken, longestMs] = [0, 0];
  for (let number = 0; number < count; number++) {
    const begun = performance.now();
    if (await work(number).catch(() => false)) taken += 1;
    longestMs = Math.max(longestMs, performance.now() - begun);
    await sleep(BETWEEN_MS);
  }
  if (taken < count) faults.add(`${way}: not admitted at the first try`, `${count - taken}`);
  return `${way} ${taken} of ${count} at the first try (${(longestMs / 1000).toFixed(1)} s at most)`;
}
