import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { hashOfToken } from '../../../src/account/access/token-secret.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';
import { until } from '../../support/until.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});
/** Statements on the tokens that wait for a lock. */
const WAITING = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%access_tokens%'`;

it('a family of tokens that stays locked leaves connections to the others', async () => {
  const { id } = await shop.account();
  const token = await shop.token(id, { scopes: ['rotate'] });
  const buyer = await shop.account({ balance: '10' });
  const product = await shop.product({ price: '1' });
  const session = new Client(shop.db.directUrl);
  await session.connect();
  await session.query('BEGIN');
  await session.query('SELECT FROM access_tokens WHERE token_hash = $1 FOR UPDATE', [
    hashOfToken(token),
  ]);
  const rotate = () => shop.request('/client/api/tokens/rotate', { method: 'POST', token });
  const rotations = Array.from({ length: 20 }, rotate);
  await until(async () => (await shop.db.query(WAITING)).length > 0);

  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  expect((await buyer.api(path)).status).toBe(200);
  expect((await buyer.api('/client/api/profile')).status).toBe(200);
  await session.query('ROLLBACK');
  await session.end();
  for (const { status } of await Promise.all(rotations)) expect([200, 429, 503]).toContain(status);
  expect((await rotate()).status).toBe(200);
});
