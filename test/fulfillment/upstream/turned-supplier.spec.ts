import { newSecretKey } from '../../../src/common/secret-box.js';
import { SupplierCatalogService } from '../../../src/fulfillment/upstream/listing/supplier-catalog.service.js';
import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import { endpointOf } from '../../../src/outgoing/endpoint.js';
import { PrivateHosts } from '../../../src/outgoing/private-hosts.service.js';
import { BuyingShop } from '../../support/buying-shop.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

const INSIDE = 'is not on the public internet (127.0.0.1), so nothing was sent';

let shop: TestShop;
let buying: BuyingShop;

beforeAll(async () => {
  // A shop of its own: it may not ask private addresses, where its supplier is now, whatever it was when it was set.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'off' });
  buying = await BuyingShop.in(shop);
});
afterAll(async () => {
  await shop.close();
  await buying.close();
});

const noteOf = async (orderId: string): Promise<string> => {
  const sql = 'SELECT note FROM fulfillments WHERE order_id = $1';
  return (await shop.db.query<{ note: string }>(sql, [orderId]))[0]?.note ?? '';
};

it('a supplier whose address is private by now is asked nothing, until that is allowed', async () => {
  const { supplier } = buying;
  const orderId = await buying.place();
  const note = await until(async () => (await noteOf(orderId)) || undefined);
  expect(note).toContain(`${supplier} gave no answer: 127.0.0.1 ${INSIDE}`);
  expect(await buying.statusOf(orderId)).toBe('wait');

  const suppliers = shop.service(SupplierService);
  expect((await suppliers.probe(supplier)).lastError).toContain(INSIDE);
  const sync = shop.service(SupplierCatalogService).sync(supplier, { dryRun: true, force: false });
  await expect(sync).rejects.toThrow(INSIDE);
  expect(buying.calls).toEqual([]);

  const { baseUrl } = await suppliers.get(supplier);
  await shop.service(PrivateHosts).add(endpointOf(baseUrl));
  expect((await suppliers.probe(supplier)).lastError).toBe('');
  await shop.service(PrivateHosts).remove(endpointOf(baseUrl));
  const asked = buying.calls.length;
  // A kept connection goes on to the address that was checked; a new one is not opened.
  buying.hangUp();
  await until(async () => (await suppliers.probe(supplier)).lastError.includes(INSIDE));
  expect(buying.calls).toHaveLength(asked);
});
