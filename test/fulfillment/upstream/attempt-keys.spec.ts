import { Database } from '../../../src/database/database.js';
import { PurchaseGenerations } from '../../../src/fulfillment/upstream/purchase/purchase-generations.repository.js';
import { SupplierAttemptRepository } from '../../../src/fulfillment/upstream/purchase/supplier-attempt.repository.js';
import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: the keys follow from the identity of the shop.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
});
afterAll(() => shop.close());

/** Suppliers know the keys of all orders that were ever bought, so none may ever become another one. */
it('the key of a purchase is a known hash of its order, and another one for each later generation', async () => {
  await shop.db.query("UPDATE shop_identity SET shop_id = '0123456789abcdef'");
  const account = await shop.account({ balance: '10' });
  await shop.db.query("UPDATE accounts SET created_at = '2026-01-31 18:00:00.25Z' WHERE id = $1", [
    account.id,
  ]);
  const product = await shop.product({
    ...{ price: '1', type: 'package', fields: ['Player ID'] },
    quantityValues: { min: '1', max: '9' },
  });
  const uuid = '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';
  const path = `/client/api/newOrder/${product}/params?qty=2&playerId=5123&order_uuid=${uuid}`;
  const { json } = await account.api(path);
  const { order_id: orderId } = (json as { data: { order_id: string } }).data;
  await shop.service(SupplierService).add('acme', 'http://127.0.0.1:9', { token: 'secret' });
  const [{ id: supplierId } = { id: 0 }] = await shop.db.query<{ id: number }>(
    'SELECT id FROM suppliers',
  );
  const key = { accountId: account.id, orderId, supplierId, supplierProduct: 77 };
  expect([account.id, product, supplierId]).toEqual([1, 1, 1]);

  const attempts = shop.service(SupplierAttemptRepository);
  const first = await attempts.findOrCreate(key);
  expect([first.generation, first.attemptUuid]).toEqual([
    0,
    '5833d571-73c6-469f-adfa-03be05c24daf',
  ]);
  const generations = shop.service(PurchaseGenerations);
  const later = await generations.laterKeys(first);
  expect(later.map(({ generation }) => generation)).toEqual([1, 2, 3, 4, 5]);
  expect(later[0]?.attemptUuid).toBe('bc001f8f-1bc7-44a1-ad92-60b4d53926bb');

  await shop.db.query('UPDATE supplier_attempts SET forgotten_at = now()');
  const next = { generation: 1, sends: 0, why: 'sealed', actor: 'test' } as const;
  const replace = () =>
    shop.service(Database).transaction((manager) => generations.replace(first, next, manager));
  expect([await replace(), await replace()]).toEqual([true, false]);
  expect(await attempts.findOrCreate(key)).toMatchObject({
    generation: 1,
    attemptUuid: 'bc001f8f-1bc7-44a1-ad92-60b4d53926bb',
  });
});
