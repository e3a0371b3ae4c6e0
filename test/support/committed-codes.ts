import { commitmentsTo } from '../../src/common/commitment.js';
import { CodeCommitments } from '../../src/orders/code-commitments.js';
import { DeliveredCodes } from '../../src/orders/delivered-codes.js';
import { Order } from '../../src/orders/order.entity.js';
import { Database } from '../../src/database/database.js';
import { eventRows, type EventRow } from './account-events.js';
import type { TestShop } from './test-shop.js';

/** An order as it is stored, with its codes in the open. */
export async function openedOrder(shop: TestShop, orderId: string): Promise<Order> {
  const { manager } = shop.service(Database);
  return shop.service(DeliveredCodes).decrypted(await manager.findOneByOrFail(Order, { orderId }));
}

/**
 * The events of an order, with the codes that each one proves to have been committed to: `accepted A-1 A-2`, and `codes ?` for
 * commitments that the order does not prove.
 */
export async function provenEvents(shop: TestShop, orderId: string): Promise<string[]> {
  const order = await openedOrder(shop, orderId);
  const events = await eventRows(shop.db, order.accountId);
  return events
    .filter((event) => event.order_id === orderId)
    .map((event) => [event.type, ...proven(shop, order, event)].join(' '));
}

function proven(shop: TestShop, order: Order, { type, commitments }: EventRow): string[] {
  if (commitments === null || ['placed', 'rejected', 'reversed'].includes(type)) return [];
  const hex = commitments.toString('hex');
  const proof = shop.service(CodeCommitments).proofOf(order, order.deliveredCodes ?? [], hex);
  if (!proof) return ['?'];
  return commitmentsTo(proof.texts, proof.salts) === hex ? [...proof.texts] : ['?'];
}
