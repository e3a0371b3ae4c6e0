import { newSecretKey } from '../../../src/common/secret-box.js';
import { endOwnRounds } from '../../notifications/notifying.js';
import { soukJson } from '../../support/command-line.js';
import { PickedSupplier } from '../../support/picked-supplier.js';
import { readInThisProcess } from '../../support/reading-in-this-process.js';
import { startTestShop } from '../../support/test-shop.js';

it('a supplier of 20,000 products that wait for no picture is imported again within the time of a statement', async () => {
  readInThisProcess();
  // A shop of its own: its catalog is large.
  const shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  await endOwnRounds(shop);
  const acme = await PickedSupplier.start(shop, 'acme');
  for (let id = 100; id < 20_100; id += 1) acme.add(id, 2, `https://cdn.example/${id}.png`);
  const imported = () => soukJson(shop, 'catalog', 'import', '--from-shop', 'acme');
  expect(await imported()).toMatchObject({ created: 20_006 });
  await shop.db.query('UPDATE supplier_products SET awaited_picture = NULL');
  expect(await imported()).toMatchObject({ created: 0, updated: 0 });
  vi.restoreAllMocks();
  await acme.close();
  await shop.close();
});
