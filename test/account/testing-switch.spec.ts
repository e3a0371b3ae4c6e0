import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const TESTING = '/client/api/testing';
const TEST_PRODUCT = fresh('Test: accepted');

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
  const categoryId = await shop.category({ testingOnly: true });
  await shop.product({ categoryId, name: TEST_PRODUCT });
});
/** An account, and how a token with the scope `testing` switches its test products. */
async function tester() {
  const account = await shop.account();
  const token = await shop.token(account.id, { scopes: ['testing'] });
  const post = (path: string, ask = {}) => shop.request(path, { method: 'POST', token, ...ask });
  const entries = () =>
    shop.db.query(
      "SELECT actor, action, outcome, details FROM audit_entries WHERE (details ->> 'account')::integer = $1 ORDER BY id",
      [account.id],
    );
  return { ...account, post, entries };
}

it('shows the test products to all tokens of the account from the next request on, and hides them', async () => {
  const { api, post } = await tester();
  const products = async (): Promise<string> => (await api('/client/api/products')).text;
  expect(await products()).not.toContain(TEST_PRODUCT);
  expect((await post(`${TESTING}?on=1`)).json).toEqual({ status: 'OK', testing: true });
  expect(await products()).toContain(TEST_PRODUCT);
  const hidden = await post(TESTING, {
    body: '{"on":"0"}',
    headers: { 'Content-Type': 'application/json' },
  });
  expect(hidden.json).toEqual({ status: 'OK', testing: false });
  expect(hidden.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(await products()).not.toContain(TEST_PRODUCT);
});

it('leaves one audit entry for each change, with the token as the actor', async () => {
  const { id, post, entries } = await tester();
  for (const on of [1, 1, 0, 0]) await post(`${TESTING}?on=${on}`);
  const [{ token } = { token: 0 }] = await shop.db.query<{ token: number }>(
    'SELECT max(id) AS token FROM access_tokens WHERE account_id = $1',
    [id],
  );
  const entry = { actor: `token:${token}`, action: 'testing', outcome: 'done' };
  expect(await entries()).toEqual([
    { ...entry, details: { account: id, on: true } },
    { ...entry, details: { account: id, on: false } },
  ]);
});

it.each(['', '?on=', '?on=yes', '?on=1&on=0', '?on=2'])('answers 114 to %j', async (query) => {
  const { post, entries } = await tester();
  expect((await post(`${TESTING}${query}`)).json).toMatchObject({ code: 114 });
  expect(await entries()).toEqual([]);
});
