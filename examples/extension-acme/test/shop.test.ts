import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Payments } from '../src/payments.js';
import { AcmeShop, until } from './acme-shop.js';

let acme: AcmeShop;

before(async () => {
  acme = await AcmeShop.start();
});
after(() => acme.close());

test('a product is shown and sold on its weekdays only', async () => {
  const { shop } = acme;
  const { token } = await shop.account({ balance: '100' });
  const [open, closed] = [await shop.product(), await shop.product()];
  const today = await acme.weekday();
  // Tomorrow, too, for a test that runs at midnight.
  const days = [today, (today + 1) % 7];
  const others = [0, 1, 2, 3, 4, 5, 6].filter((day) => !days.includes(day));
  await shop.query('INSERT INTO acme_rules (product_id, weekdays) VALUES ($1, $2), ($3, $4)', [
    ...[open, days],
    ...[closed, others],
  ]);

  await acme.untilPrices(token, (prices) => prices.has(open) && !prices.has(closed));
  assert.equal((await acme.order(token, open)).status, 'wait');
  assert.equal((await acme.order(token, closed)).code, 109);
});

test('a product is shown to accounts of its countries only', async () => {
  const { shop } = acme;
  const [german, other] = [await shop.account(), await shop.account()];
  const product = await shop.product();
  await shop.query('INSERT INTO acme_accounts (account_id, country) VALUES ($1, $2)', [
    ...[german.id, 'DE'],
  ]);
  await shop.query("INSERT INTO acme_rules (product_id, countries) VALUES ($1, '{DE,AT}')", [
    product,
  ]);

  await acme.untilPrices(german.token, (prices) => prices.has(product));
  await acme.untilPrices(other.token, (prices) => !prices.has(product));
  assert.equal((await acme.order(other.token, product)).code, 109);
});

test('an operator adds a payment once by its number', async () => {
  const { shop } = acme;
  const { id } = await shop.account({ balance: '1' });
  const words = ['acme', 'add-payment', String(id), '--payment', `P-${id}`, '--usd', '5'];
  for (const _ of [1, 2]) {
    const { code, out, err } = await shop.souk(...words, '--json');
    assert.equal(code, 0, err);
    assert.deepEqual(JSON.parse(out), { balance: '6' });
  }
  const audit = await shop.query(
    "SELECT details FROM audit_entries WHERE action = 'acme add-payment'",
  );
  assert.equal(audit.length, 2);
});

test('a payment is deposited once, however often the gateway tells of it', async () => {
  const { shop } = acme;
  const { id, token } = await shop.account({ balance: '1' });
  const payments = shop.get(Payments);
  const tell = (usd: string, account = String(id), signed?: string) => {
    const payment = { id: `pay-${id}`, account, usd };
    const signature = signed ?? payments.signature(payment);
    const body = new URLSearchParams({ ...payment, signature });
    return shop.request('/acme/payments', { method: 'POST', body });
  };
  const answers = await Promise.all(Array.from({ length: 100 }, () => tell('2.5')));
  for (const { status, json } of answers) {
    assert.deepEqual([status, json], [200, { balance: '3.5' }]);
  }
  assert.equal((await tell('2.5', String(id), 'forged')).status, 403);
  // Another payment under the same id, and one for nobody.
  assert.equal((await tell('9')).status, 422);
  assert.equal((await tell('9', '999999')).status, 422);
  const { json } = await shop.request('/client/api/profile', { token });
  assert.equal(Number((json as { balance: string }).balance), 3.5);
});

test('a command sets a rate, prices follow, and the audit names it', async () => {
  const { shop } = acme;
  const { token } = await shop.account({ balance: '100' });
  const product = await shop.product({ price: '7' });
  const set = async (usd: string) => {
    const { code, out } = await shop.souk('acme', 'rate', 'set', 'EUR', usd);
    assert.deepEqual([code, out], [0, `1 EUR costs ${usd} USD.\n`]);
  };
  await set('1.09');
  await shop.query("INSERT INTO acme_costs VALUES ($1, 2, 'EUR', 10)", [product]);
  await acme.untilPrices(token, (prices) => prices.get(product) === 2.398);
  await set('1.5');
  await acme.untilPrices(token, (prices) => prices.get(product) === 3.3);
  assert.equal((await acme.order(token, product)).price, 3.3);

  assert.match((await shop.souk('acme', 'rate', 'list')).out, /EUR +1\.5/);
  assert.match((await shop.souk('audit', 'list')).out, /acme rate set/);
  assert.deepEqual(await shop.souk('acme', 'rate', 'set', 'euro', '1'), {
    code: 1,
    out: '',
    err: 'A currency has three capital letters; "euro" has not.\n',
  });
});

test('the daily limit is exact, however many orders come at once', async () => {
  const { shop } = acme;
  const { id, token } = await shop.account({ balance: '100' });
  const product = await shop.product({ price: '1' });
  const orders = Array.from({ length: 64 }, () => acme.order(token, product));
  const answers = await Promise.all(orders);

  const refused = answers.filter(({ code }) => code === 601);
  const placed = answers.filter(({ status }) => status === 'wait');
  assert.deepEqual([placed.length, refused.length], [10, 54]);
  const [row] = await shop.query('SELECT balance::float FROM accounts WHERE id = $1', [id]);
  assert.deepEqual(row, { balance: 90 });
});

test('an order is not counted twice when it is sent again', async () => {
  const { shop } = acme;
  const { token } = await shop.account({ balance: '100' });
  const product = await shop.product({ price: '4' });
  const uuid = '5f2b9a3e-6d0c-4f0e-8a55-1b9c4b1f7a20';
  const first = await acme.order(token, product, uuid);
  assert.deepEqual(await acme.order(token, product, uuid), first);

  const { status, json } = await shop.request('/acme/report', { token });
  assert.deepEqual([status, json], [200, { spentToday: '4' }]);
});

test('old days are forgotten', async () => {
  const { shop } = acme;
  const { id } = await shop.account();
  await shop.query(
    "INSERT INTO acme_spent VALUES ($1, '2026-01-01', 1), ($1, now() + '1 day', 2)",
    [id],
  );
  await shop.runTask('cleanup');
  const days = await shop.query('SELECT total::float FROM acme_spent WHERE account_id = $1', [id]);
  assert.deepEqual(days, [{ total: 2 }]);
});

test('the report is closed to callers without a token', async () => {
  assert.equal((await acme.shop.request('/acme/report')).status, 401);
});

test('codes of the supplier reach the reseller, and events the sink', async () => {
  const { shop, outside } = acme;
  const { token } = await shop.account({ balance: '100' });
  const product = await shop.product();
  const by = 'acme-supplier sku=UC60';
  const { code, err } = await shop.souk('delivery', 'set', String(product), '--by', by);
  assert.deepEqual([code, err], [0, '']);
  const { order_id } = await acme.order(token, product);

  const codes = await until(async () => {
    const { json } = await shop.request(`/client/api/check?orders=${order_id}`, { token });
    return (json as { data: [{ replay_api: string[] | null }] }).data[0].replay_api ?? undefined;
  });
  assert.match(codes[0] ?? '', /^UC60-\d+$/);
  for (const type of ['order.placed', 'order.accepted']) {
    const { key, event } = await until(() =>
      outside.events.find(
        ({ event }) =>
          event.type === type && 'orderId' in event.data && event.data.orderId === order_id,
      ),
    );
    assert.equal(key, event.id);
  }
});

test("a partner's token is as good as one of Souk", async () => {
  const { shop } = acme;
  const { id } = await shop.account({ name: 'Partner' });
  await shop.query('INSERT INTO acme_tokens VALUES ($1, $2)', [
    ...[hash('sha256', 'partner-secret', 'buffer'), id],
  ]);
  const profile = await shop.request('/client/api/profile', { token: 'partner-secret' });
  assert.equal(profile.status, 200);
  const { json } = await shop.request('/client/api/profile', { token: 'partner-guess' });
  assert.equal((json as { code: number }).code, 121);
});
