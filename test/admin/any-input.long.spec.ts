import { startTestShop } from '../support/test-shop.js';
import { expectNoServerError } from './any-input.js';

it('no input is answered 500', async () => {
  const shop = await startTestShop();
  await expectNoServerError(shop, 400);
  await shop.close();
});
