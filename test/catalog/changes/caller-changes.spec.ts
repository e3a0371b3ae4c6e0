import { vi } from 'vitest';
import { CallerChanges } from '../../../src/account/caller-changes.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

const API = '/client/api';

let shop: TestShop;
let nowMs: number;

beforeAll(async () => {
  shop = await workerShop();
  // A whole number, so that six seconds later are six seconds to the last digit.
  nowMs = Math.ceil(shop.service(CallerChanges).now());
  vi.spyOn(shop.service(CallerChanges), 'now').mockImplementation(() => nowMs);
});
afterAll(() => vi.restoreAllMocks());

it('are refused beyond their limit, while the other requests of the account go on', async () => {
  const { id, api } = await shop.account();
  const token = await shop.token(id, { scopes: ['testing', 'rotate'] });
  const post = (path: string, of = token) =>
    shop.request(`${API}/${path}`, { method: 'POST', token: of });
  let switches = 0;
  const switched = () => post(`testing?on=${++switches % 2}`);
  for (let count = 0; count < 100; count++) expect((await switched()).status).toBe(200);
  const actions = () =>
    shop.db.query("SELECT FROM audit_entries WHERE (details ->> 'account')::integer = $1", [id]);

  for (const refused of [await switched(), await post('tokens/rotate')]) {
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ 'retry-after': '2', 'ratelimit-reset': '6' });
    expect(refused.json).toMatchObject({ code: 111 });
  }
  expect(await actions()).toHaveLength(100);
  expect((await api(`${API}/profile`)).status).toBe(200);
  // What changes nothing is not counted.
  expect((await post('testing?on=0')).json).toEqual({ status: 'OK', testing: false });
  const other = await shop.token((await shop.account()).id, { scopes: ['testing'] });
  expect((await post('testing?on=1', other)).status).toBe(200);

  nowMs += 6_000;
  expect((await post('tokens/rotate')).status).toBe(200);
  expect((await post('tokens/rotate')).status).toBe(429);
});
