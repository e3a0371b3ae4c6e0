import { randomUUID } from 'node:crypto';
import { RevisionWatch } from '../../../src/database/revision/revision-watch.js';
import { souk, soukJson } from '../../support/command-line.js';
import { operatorBrowser } from '../../support/console-operator.js';
import { Instance } from '../../support/instance.js';
import { invariantFaults } from '../../support/invariants.js';
import { gateBefore } from '../../support/order-gate.js';
import type { Answer } from '../../support/http-client.js';
import { TestOperator } from '../../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

/** Orders stop after they have claimed their key. */
const GATE = gateBefore('orders');

const AT_GATE = `
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
const BEHIND_KEY = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%order_keys%'`;

const REFUSED = {
  code: 122,
  message: 'New orders are not permitted for this account; everything else is answered',
};

let shop: TestShop;
/** Another server of the same shop. */
let other: Instance;
let product: number;
let free: number;
let account: TestAccount;

beforeAll(async () => {
  // A shop of its own: orders wait at a gate in its database, and the switch of request forms is turned off.
  shop = await startTestShop();
  // A shop of its own: the second server of this one.
  other = await Instance.beside(shop);
  await shop.db.query(GATE);
  product = await shop.product({ price: '1' });
  free = await shop.product({ price: '0' });
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await other.close();
  await shop.close();
});

const suspend = (...words: string[]) =>
  soukJson(shop, 'account', 'suspend', String(account.id), ...words);
/** Turns request forms off; other cases leave accounts suspended for orders alone. */
async function turnFormsOff(): Promise<void> {
  await shop.db.query('UPDATE accounts SET orders_suspended = false');
  await soukJson(shop, 'request-forms', 'off');
}
const resume = () => soukJson(shop, 'account', 'resume', String(account.id));

const pathOf = (id: number, uuid: string): string => `newOrder/${id}/params?order_uuid=${uuid}`;
const order = (uuid: string, id = product): Promise<Answer> =>
  account.api(`/client/api/${pathOf(id, uuid)}`);
/** Sends until something else than 111 is answered, as a client does on a slow machine. */
async function settled(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (codeOf(answer) !== 111) return answer;
  }
}
const codeOf = ({ json }: Answer): number => (json as { code?: number }).code ?? 0;
const keysOf = (uuid: string) =>
  shop.db.query('SELECT order_id FROM order_keys WHERE order_uuid = $1', [uuid]);

describe('an account that is suspended for orders alone', () => {
  it('orders nothing, and its known keys are answered as ever', async () => {
    const [placed, sealed, fresh] = [randomUUID(), randomUUID(), randomUUID()];
    const { text } = await order(placed);
    await account.api(`/client/api/check?uuid=1&seal=1&orders=${sealed}`);
    await suspend('--orders');

    const refused = await order(fresh);
    expect([refused.status, refused.json]).toEqual([403, expect.objectContaining(REFUSED)]);
    expect(codeOf(await order(fresh, 0))).toBe(122);
    expect(await keysOf(fresh)).toEqual([]);
    expect((await order(placed)).text).toBe(text);
    expect(codeOf(await order(placed, free))).toBe(116);
    expect(codeOf(await order(sealed))).toBe(117);
    expect(codeOf(await order('no-key'))).toBe(114);
    expect(codeOf(await account.api('/client/api/newOrder/1/params'))).toBe(114);

    await resume();
    expect(codeOf(await order(fresh))).toBe(0);
  });

  it('is told so after 123 and 124, and quote is refused there', async () => {
    await suspend('--orders');
    const quote = `/client/api/quote/${product}/params`;
    const refused = await account.api(quote);
    expect([refused.status, refused.json]).toEqual([403, expect.objectContaining(REFUSED)]);
    const token = await shop.token(account.id, { scopes: ['catalog'] });
    for (const path of [quote, `/client/api/${pathOf(product, randomUUID())}`]) {
      expect(codeOf(await shop.request(path, { token }))).toBe(124);
    }
    await soukJson(shop, 'ip', 'add', String(account.id), '203.0.113.7');
    expect(codeOf(await account.api(quote))).toBe(123);
  });

  it('is 122 and not 130 in maintenance of orders', async () => {
    await suspend('--orders');
    await soukJson(shop, 'maintenance', 'on', '--orders');
    expect(codeOf(await order(randomUUID()))).toBe(122);
    await soukJson(shop, 'maintenance', 'off');
  });

  it('reads, checks and seals as ever', async () => {
    const placed = randomUUID();
    await order(placed);
    await suspend('--orders');
    for (const path of [
      'profile',
      'catalog',
      'orders',
      'statement',
      `check?uuid=1&orders=${placed}`,
    ]) {
      const { status } = await account.api(`/client/api/${path}`);
      expect([path, status]).toEqual([path, 200]);
    }
    const sealed = randomUUID();
    const { json } = await account.api(`/client/api/check?uuid=1&seal=1&orders=${sealed}`);
    expect(json).toMatchObject({ sealed: [sealed] });
  });

  it('may be beyond its limit of new orders', async () => {
    await soukJson(shop, 'account', 'set', String(account.id), '--orders-per-minute', '1');
    const placed = randomUUID();
    const { text } = await order(placed);
    await suspend('--orders');
    expect(codeOf(await order(randomUUID()))).toBe(122);
    expect((await order(placed)).text).toBe(text);
  });

  it('is closed by another suspension, and opened by the end of each', async () => {
    const profile = async () => codeOf(await account.api('/client/api/profile'));
    expect(await suspend('--orders')).toMatchObject({
      api_permitted: true,
      orders_suspended: true,
    });
    expect(await suspend()).toMatchObject({ api_permitted: false, orders_suspended: false });
    expect(await profile()).toBe(122);
    expect(await suspend('--orders')).toMatchObject({
      api_permitted: true,
      orders_suspended: true,
    });
    expect([await profile(), codeOf(await order(randomUUID()))]).toEqual([0, 122]);
    expect(await resume()).toMatchObject({ api_permitted: true, orders_suspended: false });
    expect(codeOf(await order(randomUUID()))).toBe(0);
  });
});

/**
 * Two servers get an order again while its commit is in flight and its account is suspended.
 * @returns undefined if the first one was cut off before both waited, as on a slow machine
 */
async function sentAgainInFlight() {
  account = await shop.account({ balance: '100' });
  const uuid = randomUUID();
  await shop.db.query('INSERT INTO gate VALUES (true)');
  const first = order(uuid, free);
  const again: Promise<Answer>[] = [];
  const at = { end: false };
  void first.finally(() => (at.end = true));
  try {
    await until(async () => at.end || (await shop.db.query(AT_GATE)).length === 1);
    await suspend('--orders');
    const servers = [
      (path: string) => account.api(`/client/api/${path}`),
      (path: string) => other.send(account.token, path),
    ];
    // Before a server has seen the suspension, an order waits in its batch, and does not ask for the key.
    for (const send of servers) {
      await until(async () => codeOf(await send(`quote/${free}/params`)) === 122);
    }
    again.push(...servers.map((send) => settled(() => send(pathOf(free, uuid)))));
    await until(async () => at.end || (await shop.db.query(BEHIND_KEY)).length === 2);
  } finally {
    await shop.db.query('DELETE FROM gate');
  }
  const [answer, ...same] = await Promise.all([first, ...again]);
  return codeOf(answer) === 111 ? undefined : { uuid, answer, same };
}

it('an order whose commit is in flight is waited for and answered, on another server, too', async () => {
  const { uuid, answer, same } = await until(sentAgainInFlight);
  expect(answer.status).toBe(200);
  expect(same.map(({ text }) => text)).toEqual([answer.text, answer.text]);
  expect(await keysOf(uuid)).toHaveLength(1);
});

it('a suspension raises the access revision, and is seen by all servers', async () => {
  const access = async () => (await shop.service(RevisionWatch).refresh()).access;
  const before = await access();
  await suspend('--orders');
  expect(await access()).not.toBe(before);
  const path = pathOf(product, randomUUID());
  await until(async () => codeOf(await other.send(account.token, path)) === 122);
});

describe('the switch of request forms', () => {
  afterEach(() => soukJson(shop, 'request-forms', 'on'));

  it('has to be on for it', async () => {
    await turnFormsOff();
    const refused = await souk(shop, 'account', 'suspend', String(account.id), '--orders');
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('See "souk request-forms status".'),
    ]);
    expect(await suspend()).toMatchObject({ api_permitted: false });
    expect(await resume()).toMatchObject({ orders_suspended: false });
  });

  it('stays on while an account is suspended so', async () => {
    await suspend('--orders');
    const refused = await souk(shop, 'request-forms', 'off');
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(new RegExp(`suspended for new orders only.*\\b${account.id}\\b`));
    expect(await soukJson(shop, 'request-forms', 'status')).toMatchObject({ state: 'on' });
    await turnFormsOff();
  });
});

describe('its doors', () => {
  it('are the admin API', async () => {
    const owner = await TestOperator.of(shop, 'owner');
    const path = `POST accounts/${account.id}`;
    const asked = await owner.ask(`${path}/suspend`, { body: { orders_only: true } });
    expect(asked.json).toMatchObject({ api_permitted: true, orders_suspended: true });
    expect((await owner.ask(`${path}/resume`)).json).toMatchObject({ orders_suspended: false });
    expect((await owner.ask(`${path}/suspend`)).json).toMatchObject({ api_permitted: false });
    expect((await owner.ask(`${path}/suspend`, { body: { orders_only: 1 } })).status).toBe(422);
  });

  it('are the console, which asks and recommends it', async () => {
    const ada = await operatorBrowser(shop, 'support', 'ada');
    const page = await ada.open(`/console/accounts/${account.id}`);
    expect(page.text).toContain('Refusing new orders only is recommended');
    const asked = await ada.send(page, 'suspend');
    expect(asked.text).toContain('New orders of the account are refused from now on.');
    const suspended = await ada.send(asked, 'suspend');
    expect(suspended.text).toContain('no new orders');
    expect(codeOf(await order(randomUUID()))).toBe(122);
    const closing = await ada.send(
      await ada.send(suspended, 'suspend', { part: 'everything' }),
      'suspend',
    );
    expect(codeOf(await account.api('/client/api/profile'))).toBe(122);
    await ada.send(closing, 'resume');
    expect(codeOf(await order(randomUUID()))).toBe(0);

    await turnFormsOff();
    const question = await ada.send(await ada.open(`/console/accounts/${account.id}`), 'suspend');
    const fault = await ada.send(question, 'suspend');
    expect(fault.text).toContain('do not know this kind of suspension');
    await soukJson(shop, 'request-forms', 'on');
  });
});
