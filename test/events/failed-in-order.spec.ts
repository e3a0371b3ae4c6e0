import { newSecretKey } from '../../src/common/secret-box.js';
import { souk, soukJson } from '../support/command-line.js';
import { Happenings, OrderedHearing } from '../support/ordered-hearing.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const hearing = new OrderedHearing();
let shop: TestShop;
let happenings: Happenings;

beforeAll(async () => {
  const settings = { SECRET_KEYS: newSecretKey() };
  // A shop of its own: an extension is loaded, and a restore is settled.
  shop = await startTestShop(settings, {}, undefined, [hearing.extension]);
  happenings = new Happenings(shop);
});
afterAll(() => shop.close());
afterEach(() => {
  hearing.onEvent = () => undefined;
});

describe('a failed event of an account', () => {
  it('that an operator leaves out is forgotten, though its attempt fails afterwards', async () => {
    const account = await shop.account();
    const attempt = Promise.withResolvers<undefined>();
    let attempts = 0;
    hearing.onEvent = async (event) => {
      if (event.accountId !== account.id || event.type !== 'balance.adjusted') return;
      attempts += 1;
      if (attempts > 1) await attempt.promise;
      throw new Error('poison');
    };
    await happenings.adjust(account, '1', 'poison');
    const { id } = await happenings.failureOf(account);
    await souk(shop, 'extension', 'resend', String(id));
    await until(() => attempts === 2);
    expect((await souk(shop, 'extension', 'skip', String(id))).code).toBe(0);
    attempt.resolve(undefined);
    await happenings.deposit(account, '2');
    await until(() => hearing.typesOf(account).at(-1) === 'balance.deposited');
    expect(await soukJson(shop, 'extension', 'failures')).toEqual([]);
  });

  it('that failed before a restore is forgotten when it is handled behind it', async () => {
    const account = await shop.account();
    hearing.onEvent = (event) => {
      if (event.accountId === account.id && event.type === 'balance.adjusted')
        throw new Error('poison');
    };
    await happenings.adjust(account, '1', 'poison');
    await happenings.failureOf(account);
    expect((await souk(shop, 'settle')).code).toBe(0);
    hearing.onEvent = () => undefined;
    expect((await souk(shop, 'extension', 'release')).code).toBe(0);
    await happenings.deposit(account, '2');
    await until(() => hearing.typesOf(account).at(-1) === 'balance.deposited');
    expect(hearing.typesOf(account).slice(-3)).toEqual([
      'history.restarted',
      'balance.adjusted',
      'balance.deposited',
    ]);
    expect(await soukJson(shop, 'extension', 'failures')).toEqual([]);
  });

  it('is tried again at once when that is asked for during an attempt which fails, too', async () => {
    const account = await shop.account();
    const attempt = Promise.withResolvers<undefined>();
    let attempts = 0;
    hearing.onEvent = async (event) => {
      if (event.accountId !== account.id) return;
      attempts += 1;
      if (attempts === 2) await attempt.promise;
      if (attempts < 3) throw new Error('sink is down');
    };
    await happenings.deposit(account, '1');
    const { id } = await happenings.failureOf(account);
    // By itself, the next attempt but one comes after an hour.
    await shop.db.query('UPDATE failed_events SET attempts = 7 WHERE id = $1', [id]);
    const resend = () => souk(shop, 'extension', 'resend', String(id));
    await resend();
    await until(() => attempts === 2);
    await resend();
    attempt.resolve(undefined);
    await until(() => attempts === 3);
    await until(async () => (await soukJson<object[]>(shop, 'extension', 'failures')).length === 0);
  });
});
