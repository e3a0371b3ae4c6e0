import { randomUUID } from 'node:crypto';
import { ExtensionFaults } from '../../src/upkeep/extensions/extension-faults.service.js';
import { OrderChecks } from '../../src/orders/checks/order-checks.js';
import { souk } from '../support/command-line.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: a check of an extension is registered that refuses every order.
  shop = await startTestShop();
  const check = {
    name: 'limit',
    concerns: () => true,
    check: () => Promise.reject(new Error('no rates')),
  };
  shop.service(OrderChecks).use([{ extension: 'acme', port: check }]);
});
afterAll(() => shop.close());

const doctor = async (): Promise<string> => (await souk(shop, 'doctor')).out;

it('a port that fails is named by doctor, with the number of its faults', async () => {
  expect(await doctor()).toMatch(/^ok +extensions/m);
  const { api } = await shop.account({ balance: '10' });
  const product = await shop.product({ price: '1' });
  for (let number = 1; number <= 3; number++) {
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    expect((await api(path)).json).toMatchObject({ code: 111 });
    await shop.service(ExtensionFaults).run();
  }
  expect(await doctor()).toMatch(
    /^warn +extensions: .*port limit of extension acme: 3 faults since \d{4}-\d\d-\d\d, the last one: an order check failed; the order was answered 111: no rates/m,
  );
  await shop.db.query("UPDATE extension_faults SET last_at = now() - interval '25 hours'");
  expect(await doctor()).toMatch(/^ok +extensions/m);
});
