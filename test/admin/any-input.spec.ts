import { startTestShop } from '../support/test-shop.js';
import { expectNoServerError } from './any-input.js';

it('no input is answered 500', async () => {
  // A shop of its own: the requests may change anything in it.
  const shop = await startTestShop();
  await expectNoServerError(shop, 100);
  await shop.close();
});
