import { invariantFaults } from '../../support/invariants.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { raceForFunds } from './race-for-funds.js';

describe('orders under concurrency', () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await startTestShop({ DATABASE_POOL_SIZE: '10' });
  });

  afterAll(async () => {
    expect(await invariantFaults(shop.db)).toEqual([]);
    await shop.close();
  });

  it('accepts exactly 100 of 640 orders from 64 clients with funds for 100', async () => {
    expect(await raceForFunds(shop, { clients: 64, orders: 640, funds: 100 })).toEqual({
      placed: 100,
      refused: 540,
      balance: 0,
      faults: [],
    });
  });
});
