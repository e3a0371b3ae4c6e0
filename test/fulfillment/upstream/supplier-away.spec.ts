import { randomUUID } from 'node:crypto';
import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import { SupplierWatch } from '../../../src/fulfillment/upstream/supplier-watch.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { ScriptedShop } from '../../support/scripted-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

it('a supplier that no purchase reaches is told to be away, however lately it was asked', async () => {
  const shop = await workerShop();
  const suppliers = shop.service(SupplierService);
  const supplier = await ScriptedShop.start();
  supplier.answer = ({ route }) =>
    route === 'products' ? [{ id: 7, price: 1 }] : { status: 'OK', balance: '5', currency: 'USD' };
  const acme = fresh('acme');
  await suppliers.add(acme, supplier.url, { token: 'secret' });
  const account = await shop.account({ balance: '10' });
  const fulfillment = [{ handler: 'upstream', settings: { supplier: acme, product: 7 } }];
  const product = await shop.product({ price: '2', type: 'package', fulfillment });
  expect((await suppliers.probe(acme)).lastError).toBe('');

  await supplier.close();
  const place = async (): Promise<string> => {
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    const { json } = await account.api(path);
    return (json as { data: { order_id: string } }).data.order_id;
  };
  // As many as the circuit breaker takes for a supplier that is away.
  const orders = [await place(), await place(), await place()];
  await until(async () => {
    await shop.service(SupplierWatch).run();
    return (await suppliers.get(acme)).lastError !== '';
  });
  const over = { reason: 'over', actor: 'test', despitePurchase: true };
  for (const order of orders) await shop.service(OrderCloseService).reject(order, over);
});
