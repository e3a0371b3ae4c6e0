import { newSecretKey } from '../../../src/common/secret-box.js';
import { ListedSupplier } from '../../support/listed-supplier.js';
import { ScriptedShop } from '../../support/scripted-shop.js';
import { startTestShop } from '../../support/test-shop.js';
import { readInThisProcess } from '../../support/reading-in-this-process.js';

it('a sync tells apart how many products get their fields in another order', async () => {
  // A shop of its own: a sync changes the whole catalog, and suppliers need a secret key.
  const shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  const supplier = await ScriptedShop.start();
  readInThisProcess();
  const acme = await ListedSupplier.add(shop, supplier, 'acme');
  const { theirs } = acme;
  theirs.set(3, { price: '1', params: ['playerId', 'Zone'] });
  theirs.set(4, { price: '1', params: ['playerId', 'Zone'] });
  await acme.sync();
  theirs.set(3, { price: '1', params: ['Zone', 'playerId'] });
  theirs.set(4, { price: '1', params: ['playerId', 'Zone', 'Level'] });
  expect(await acme.sync()).toMatchObject({ updated: 2, reordered: 1 });
  await Promise.all([shop.close(), supplier.close()]);
});
