import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
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
