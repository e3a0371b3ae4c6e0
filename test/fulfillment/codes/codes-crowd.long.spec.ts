import { newSecretKey } from '../../../src/common/secret-box.js';
import { startTestShop } from '../../support/test-shop.js';
import { sellToCrowd } from './crowd.js';

describe('a stock of codes', () => {
  it('sells each of 100 codes at most once to 500 concurrent orders of 1 to 3', async () => {
    const settings = { DATABASE_POOL_SIZE: '10', SECRET_KEYS: newSecretKey() };
    const shop = await startTestShop(settings);
    await sellToCrowd(shop, 100, 500).finally(() => shop.close());
  });
});
