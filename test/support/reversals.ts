import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { BalanceService } from '../../src/account/ledger/balance.service.js';
import { Database } from '../../src/database/database.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { OrderListService } from '../../src/orders/order-list.service.js';
import {
  OrderReversal,
  type ReversalRequest,
  type ReversedOrder,
} from '../../src/orders/reversal/order-reversal.service.js';
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

/** Reverses orders of a shop, each in a transaction of its own, as operations do. */
export const reversalsOf = (shop: Pick<TestShop, 'service'>) => ({
  reverse: async (orderId: string, request: ReversalRequest): Promise<ReversedOrder> => {
    const reversing = shop.service(OrderReversal);
    const run = (manager: EntityManager) => reversing.reverse(manager, orderId, request);
    try {
      return await shop.service(Database).transaction(run);
    } catch (error) {
      const { accountId } = await shop.service(OrderListService).get(orderId, false);
      throw await shop.service(BalanceService).refusalOf(error, { ...request, accountId });
    }
  },
});
