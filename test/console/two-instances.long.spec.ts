import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { newSecretKey } from '../../src/common/secret-box.js';
import { codeOf } from '../support/authenticator.js';
import { place } from '../support/book-pages.js';
import {
  addOperator,
  addSecondFactor,
  operatorBrowser,
  signIn,
} from '../support/console-operator.js';
import { Instance } from '../support/instance.js';
import { TestBrowser, type ShownPage } from '../support/test-browser.js';
import { BASE_URL, startTestShop, type TestShop } from '../support/test-shop.js';

let one: TestShop;
let other: Instance;

beforeAll(async () => {
  const settings = { SECRET_KEYS: newSecretKey(), BASE_URL };
  one = await startTestShop(settings);
  other = await Instance.on(one.db, settings);
});
afterAll(async () => {
  await other.close();
  await one.close();
});

/** A browser that asks the instance with the cookies that another one has now. */
function copyOf({ cookies }: TestBrowser, { baseUrl }: { readonly baseUrl: string }): TestBrowser {
  const browser = new TestBrowser(baseUrl);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

const atOther = (browser: TestBrowser): TestBrowser => copyOf(browser, other);
const titleOf = async (browser: TestBrowser): Promise<string> =>
  (await browser.open('/console')).title;

async function withSecondFactor(name: string): Promise<{ secret: string; codes: string[] }> {
  await addOperator(one, name, 'support');
  return addSecondFactor(one, name);
}

/** The code that an authenticator shows next, which is taken already. */
const nextCodeOf = (secret: string): string => codeOf(secret, new Date(Date.now() + 30_000));

/** Signs in with a code of the second factor. */
async function signInBy(
  code: string | undefined,
  name: string,
  instance: { readonly baseUrl: string },
): Promise<ShownPage> {
  const { browser, page } = await signIn(instance, name);
  return browser.send(page, 'code', { code });
}

// The very next request after an answer of one instance is refused by the other one.
describe('of two instances on one database', () => {
  it('none takes a session that was planted, or that a step of the sign-in has replaced', async () => {
    const { secret } = await withSecondFactor('ada');
    const planted = await operatorBrowser(one, 'viewer', 'mallory');
    const { browser: ada, page } = await signIn(one, 'ada', copyOf(planted, one));
    expect(await titleOf(atOther(planted))).toBe('Sign in');
    const waiting = atOther(ada);
    expect(await titleOf(waiting)).toBe('Second factor');

    await ada.send(page, 'code', { code: nextCodeOf(secret) });
    expect(await titleOf(waiting)).toBe('Sign in');
    expect(await titleOf(atOther(ada))).toBe('Today');
  });

  it('none takes a code of an authenticator that the other one has taken', async () => {
    const { secret } = await withSecondFactor('bob');
    const code = nextCodeOf(secret);
    expect((await signInBy(code, 'bob', one)).title).toBe('Today');
    expect((await signInBy(code, 'bob', other)).status).toBe(401);
  });

  it('none compares a recovery code while others were guessed at the other one', async () => {
    const { codes } = await withSecondFactor('carol');
    const { browser: carol, page } = await signIn(one, 'carol');
    for (const code of ['aaaaa-aaaaa', 'bbbbb-bbbbb', 'ccccc-ccccc']) {
      expect((await carol.send(page, 'code', { code })).status).toBe(401);
    }
    const right = { code: codes[0] };
    expect((await atOther(carol).send(page, 'code', right)).status).toBe(429);

    // As if the time had passed. The instance that has refused it says so for some seconds more.
    await one.db.query('DELETE FROM operator_attempts');
    const waiting = atOther(carol);
    expect((await carol.send(page, 'code', right)).title).toBe('Today');
    expect((await waiting.send(page, 'code', right)).title).toBe('Sign in');
  });

  it('none lets an operator go on, or tells its browser anything, who was disabled at the other one', async () => {
    const owner = await operatorBrowser(one, 'owner');
    const dave = atOther(await operatorBrowser(one, 'support', 'dave'));
    const { stream, events } = await listening(dave);
    expect(await titleOf(dave)).toBe('Today');

    await owner.send(await owner.open('/console/operators/dave'), 'disable', { confirmed: 'on' });
    expect(await titleOf(dave)).toBe('Sign in');
    const told = events();
    const ended = once(stream, 'close');
    await place(await one.account({ balance: '10' }), await one.product());
    await ended;
    expect(events()).toBe(told);
  });
});

/** Listens to what the page of the browser is told, from the first event on. */
async function listening(browser: TestBrowser) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = get(`${other.baseUrl}/console/live`, { headers: { cookie } });
  const [stream] = (await once(request, 'response')) as [IncomingMessage];
  expect(stream.statusCode).toBe(200);
  let text = '';
  stream.on('data', (part: Buffer) => (text += part.toString()));
  await once(stream, 'data');
  return { stream, events: () => text.match(/^event: /gm)?.length ?? 0 };
}
