import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { KeyClaims } from '../../../src/orders/placement/key-claims.js';
import { OrdersTogether } from '../../../src/orders/placement/orders-together.js';
import { SingleStatementPlacement } from '../../../src/orders/placement/single-statement-placement.js';
import {
  TransactionPlacement,
  TryRolledBack,
} from '../../../src/orders/placement/transaction-placement.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});
afterEach(() => vi.restoreAllMocks());

it('an order whose access changes during each try is 111 in the end, and places nothing', async () => {
  const { id, api } = await shop.account({ balance: '10' });
  const product = await shop.product({ price: '1' });
  const atOnce = vi.spyOn(shop.service(SingleStatementPlacement), 'place');
  atOnce.mockResolvedValue(undefined);
  const place = vi.spyOn(shop.service(TransactionPlacement), 'place');
  place.mockRejectedValue(new TryRolledBack({ kind: 'admitAgain' }));
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;

  expect(await api(path)).toMatchObject({ status: 503, json: { code: 111 } });
  expect(place).toHaveBeenCalledTimes(21);
  expect(await shop.db.query('SELECT FROM order_keys WHERE account_id = $1', [id])).toEqual([]);
  atOnce.mockRestore();
  place.mockRestore();
  expect((await api(path)).status).toBe(200);
});

it.each([
  ['another account', 'order'],
  ['its own account', 121],
])(
  'an order in a batch asks the guard again without a transaction of its own when a token of %s is revoked',
  async (whose, code) => {
    const { id, api } = await shop.account({ balance: '10' });
    const revoked = whose === 'its own account' ? id : (await shop.account()).id;
    await shop.db.query('UPDATE access_tokens SET daily_cap = 5 WHERE account_id = $1', [id]);
    const product = await shop.product({ price: '1' });
    const alone = vi.spyOn(shop.service(TransactionPlacement), 'place');
    const orders = shop.service(OrdersTogether);
    const place = orders.place.bind(orders);
    const together = vi.spyOn(orders, 'place').mockImplementationOnce(async (batch) => {
      const revoke = 'UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1';
      await shop.db.query(revoke, [revoked]);
      return place(batch);
    });
    const { json } = await api(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`);
    expect((json as { code?: number }).code ?? 'order').toBe(code);
    expect(together).toHaveBeenCalled();
    expect(alone).not.toHaveBeenCalled();
    const keys = await shop.db.query('SELECT FROM order_keys WHERE account_id = $1', [id]);
    expect(keys).toHaveLength(code === 'order' ? 1 : 0);
  },
);

it('a request that is refused asks the guard again without a transaction of its own when a token is revoked', async () => {
  const { api } = await shop.account({ balance: '1' });
  const other = await shop.account();
  const product = await shop.product({ price: '2' });
  const alone = vi.spyOn(shop.service(TransactionPlacement), 'place');
  const claims = shop.service(KeyClaims);
  const onTrial = claims.onTrial.bind(claims);
  const trial = vi.spyOn(claims, 'onTrial').mockImplementationOnce(async (key) => {
    const revoke = 'UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1';
    await shop.db.query(revoke, [other.id]);
    return onTrial(key);
  });
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  expect((await api(path)).json).toMatchObject({ code: 100 });
  expect(trial).toHaveBeenCalledTimes(2);
  expect(alone).not.toHaveBeenCalled();
});
