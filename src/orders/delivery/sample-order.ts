import type { OrderToFulfill } from './fulfillment-handler.js';

/** An order for the cases of handlers and order checks. It is frozen, so that code that changes it fails. */
export function sampleOrder<Change extends object>(change: Change): OrderToFulfill & Change {
  return Object.freeze({
    accountId: 1,
    orderId: 'ID_0000000000000001',
    productId: 1001,
    productName: '60 UC',
    quantity: '1',
    unitPrice: '1.5',
    total: '1.5',
    fields: Object.freeze({ playerId: '5123' }),
    via: Object.freeze([]),
    rehearsal: false,
    ...change,
  });
}
