import { randomUUID } from 'node:crypto';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { place } from './book-pages.js';
import type { TestAccount, TestShop } from './test-shop.js';

/** A request to reverse an order, of which a test changes what matters to it. */
export const REQUEST = { reason: 'half of it came', actor: 'operator:eve' };

/** The same under a reference of its own. */
export const asked = (amount: string, reference: string = randomUUID()) => ({
  ...REQUEST,
  amount,
  reference,
});

/** An accepted order of 5 USD. */
export async function acceptedOrder(
  shop: TestShop,
  account: TestAccount,
  { price = '5', codes = [] }: { price?: string; codes?: readonly string[] } = {},
): Promise<{ orderId: string; uuid: string }> {
  const product = await shop.product({ price, name: 'One' });
  const [orderId, uuid] = await place(account, product);
  await shop.service(OrderCloseService).accept(orderId, { codes, actor: 'test' });
  return { orderId, uuid };
}
