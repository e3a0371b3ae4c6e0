import { Client } from 'pg';
import { newSecretKey } from '../../src/common/secret-box.js';
import { endpointOf } from '../../src/outgoing/endpoint.js';
import { PrivateHosts } from '../../src/outgoing/private-hosts.service.js';
import { endOwnRounds } from '../notifications/notifying.js';
import { operatorBrowser } from '../support/console-operator.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { fresh } from '../support/worker-shop.js';
import { until } from '../support/until.js';

const SECRETS = { SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'on' } as const;

const WAITS_FOR_SUPPLIER = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%supplier%'`;

let shop: TestShop;
let supplier: TestShop;
let owner: TestOperator;
let token: string;

beforeAll(async () => {
  // A shop of its own: it may ask private addresses, where the supplier of the spec listens.
  shop = await startTestShop(SECRETS);
  // It is synced by these tests alone.
  await endOwnRounds(shop);
  // A shop of its own: its whole catalog is listed by the other one.
  supplier = await startTestShop({ BASE_URL: 'http://supplier.example' });
  owner = await TestOperator.of(shop, 'owner');
  ({ token } = await supplier.account({ balance: '12.5' }));
  await supplier.product({ price: '2' });
});
afterAll(async () => {
  await shop.close();
  await supplier.close();
});

const add = (body: object = {}) =>
  owner.ask('POST suppliers', { body: { name: 'acme', url: supplier.baseUrl, token, ...body } });

it('a supplier is added, asked, changed, listed in ours and removed', async () => {
  const added = await add();
  expect([added.status, added.json]).toMatchObject([
    201,
    { name: 'acme', url: supplier.baseUrl, markup: '0', sync_minutes: null },
  ]);
  expect((await add()).status).toBe(409);
  const listed = async (by: TestOperator) =>
    (await by.get<{ items: { name: string }[] }>('GET suppliers')).items.filter(
      ({ name }) => name === 'acme',
    );
  expect(await listed(owner)).toMatchObject([{ name: 'acme', balance: '12.5', error: '' }]);

  const support = await TestOperator.of(shop, 'support');
  expect(await listed(support)).toMatchObject([{ balance: null }]);
  const match = String(added.headers.etag);
  const set = (body: object) => owner.ask('PATCH suppliers/acme', { body, match });
  expect((await set({ low_balance: '20' })).json).toMatchObject({ low_balance: '20' });
  expect((await set({ low_balance: '30' })).status).toBe(412);
  expect(await owner.get('POST suppliers/acme/check')).toMatchObject({
    balance: '12.5',
    error: '',
  });

  const sync = { markup: '10', markup_by_category: { 7: '5', 8: null }, every_minutes: 60 };
  expect(await owner.get('PUT suppliers/acme/sync', { body: sync })).toMatchObject({
    ...{ markup: '10', sync_minutes: 60 },
  });
  const list = (body: object) => owner.get('POST suppliers/acme/import', { body });
  expect(await list({ dry_run: true })).toMatchObject({ applied: false, created: 1 });
  expect(await list({})).toMatchObject({ applied: true, created: 1, gone: 0 });
  const products = await owner.get<{ items: { id: number }[] }>('GET products');
  expect(products).toMatchObject({ items: [{ price: '2.2' }] });

  expect((await owner.ask('DELETE suppliers/acme')).status).toBe(409);
  await owner.get(`PUT products/${products.items[0]?.id}/delivery`, { body: { steps: [] } });
  expect(await owner.get('DELETE suppliers/acme')).toMatchObject({ name: 'acme' });
  expect((await owner.ask('GET suppliers/acme')).status).toBe(404);
});

it('is not changed by who has seen another state than that of its locked row', async () => {
  const match = String((await add({ name: 'edited' })).headers.etag);
  const other = new Client({ connectionString: shop.db.directUrl });
  await other.connect();
  try {
    await other.query("BEGIN; SELECT FROM suppliers WHERE name = 'edited' FOR UPDATE");
    const asked = owner.ask('PATCH suppliers/edited', { body: { timeout_seconds: 7 }, match });
    await until(async () => (await shop.db.query(WAITS_FOR_SUPPLIER)).length > 0);
    await other.query("UPDATE suppliers SET time_out = 9 WHERE name = 'edited'; COMMIT");
    expect((await asked).status).toBe(412);
    expect(await owner.get('GET suppliers/edited')).toMatchObject({ timeout_seconds: 9 });
  } finally {
    await other.end();
  }
});

it('its token is not sent to another server by somebody who does not know it', async () => {
  await add({ name: 'moved' });
  const move = (body: object) => owner.ask('PATCH suppliers/moved', { body, match: '*' });
  const elsewhere = 'http://127.0.0.1:9';
  expect(await move({ url: elsewhere })).toMatchObject({
    status: 422,
    text: expect.stringMatching(/token/) as unknown,
  });
  expect(await owner.get('GET suppliers/moved')).toMatchObject({ url: supplier.baseUrl });
  expect((await move({ url: `${supplier.baseUrl}/client/api` })).status).toBe(200);
  expect(await move({ url: elsewhere, token: 'another' })).toMatchObject({
    json: { url: elsewhere },
  });
});

it('it is not in the network of the shop, unless that is allowed', async () => {
  // A shop of its own: it may not ask private addresses.
  const strict = await startTestShop({ SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'off' });
  const by = await TestOperator.of(strict, 'owner', { name: fresh('owner') });
  const name = fresh('acme');
  const body = { name, url: supplier.baseUrl, token };
  const command = `souk private-host add ${new URL(supplier.baseUrl).host}`;
  const message = `must not lead to a private address; see "${command}" and WEBHOOK_ALLOW_PRIVATE`;
  expect(await by.ask('POST suppliers', { body })).toMatchObject({
    ...{ status: 422, json: { errors: [{ field: 'url', message }] } },
  });
  const ada = await operatorBrowser(strict, 'owner', fresh('ada'));
  const refused = await ada.send(await ada.open('/console/suppliers'), 'suppliers', body);
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(command)]);
  await by.get('POST suppliers', { body: { ...body, url: 'https://acme.invalid' } });
  const move = { body: { url: supplier.baseUrl, token }, match: '*' };
  expect((await by.ask(`PATCH suppliers/${name}`, move)).status).toBe(422);
  expect(await by.get(`GET suppliers/${name}`)).toMatchObject({ url: 'https://acme.invalid' });
  await by.get(`DELETE suppliers/${name}`);

  await strict.service(PrivateHosts).add(endpointOf(supplier.baseUrl));
  await by.get('POST suppliers', { body });
  await strict.close();
});

it('its token is neither shown, nor audited, nor stored as it is', async () => {
  await add({ name: 'secret' });
  await owner.get('PATCH suppliers/secret', { body: { token }, match: '*' });
  const { text } = await owner.ask('GET suppliers');
  const audit = await shop.db.query('SELECT * FROM audit_entries');
  const rows = await shop.db.query('SELECT * FROM suppliers');
  expect(text + JSON.stringify(audit) + JSON.stringify(rows)).not.toContain(token);
});

it.each<[object, RegExp]>([
  [{ name: 'a b' }, /name/],
  [{ url: 'ftp://acme.example' }, /an address that begins with/],
  [{ token: 'a b' }, /token/],
  [{ timeout_seconds: 21 }, /timeout_seconds/],
  [{ max_concurrent: 0 }, /max_concurrent/],
  [{ low_balance: '-1' }, /low_balance/],
])('a supplier with %j is refused', async (wrong, text) => {
  const answer = await add({ name: 'wrong', ...wrong });
  expect([answer.status, answer.text]).toEqual([422, expect.stringMatching(text)]);
});

it.each([{ markup: 'x' }, { markup_by_category: ['5'] }, { markup_by_category: { x: '5' } }, {}])(
  'a sync with %j is refused',
  async (body) => {
    await add({ name: 'synced' });
    expect((await owner.ask('PUT suppliers/synced/sync', { body })).status).toBe(422);
  },
);
