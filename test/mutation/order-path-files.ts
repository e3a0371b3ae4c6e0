/** What `npm run mutation:orders` changes: the way of an order through placement, money, delivery and its end. */
export const ORDER_PATH_FILES = [
  'src/orders/placement/order-placement.service.ts',
  'src/orders/placement/single-statement-placement.ts',
  'src/orders/placement/transaction-placement.ts',
  'src/orders/placement/order-batches.ts',
  'src/orders/placement/requested-order.ts',
  'src/orders/placement/order-attempt.ts',
  'src/orders/order-close.service.ts',
  'src/orders/order-closing.service.ts',
  'src/orders/reversal/order-reversal.service.ts',
  'src/account/ledger/balance.service.ts',
  'src/fulfillment/delivery/order-delivery.service.ts',
  'src/fulfillment/delivery/fulfillment.job.ts',
];
