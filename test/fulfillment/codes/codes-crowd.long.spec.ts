import { workerShop } from '../../support/worker-shop.js';
import { sellToCrowd } from './crowd.js';

describe('a stock of codes', () => {
  it('sells each of 100 codes at most once to 500 concurrent orders of 1 to 3', async () => {
    await sellToCrowd(await workerShop(), 100, 500);
  });
});
