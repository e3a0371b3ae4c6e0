import { bounded, type Question } from './question.js';
import { RARE_PRODUCT } from './shop-rows.sql.js';

/** Orders that a page of own orders looks at, each with its row. */
const EXAMINED_ORDERS = 5_000;

/** Behind `/client/api/`, of an account that has ordered nothing since long ago: the orders of others are newer. */
export const QUIET_LISTS: readonly Question[] = [
  bounded('orders', 'orders?limit=50'),
  bounded('orders', 'orders?limit=50&status=reject', { most: EXAMINED_ORDERS }),
  bounded('orders/changes', 'orders/changes?since=now'),
  bounded('statement', 'statement?limit=50'),
];

/** Behind `/client/api/`: what resellers read of their orders and balance. The catalog is answered from memory. */
export const CLIENT_LISTS: readonly Question[] = [
  bounded('orders', 'orders'),
  bounded('orders', 'orders?status=reject', { most: EXAMINED_ORDERS }),
  bounded('orders', 'orders?status=accept,reject&decided_from=2020-01-01T00:00:00Z', {
    most: EXAMINED_ORDERS,
  }),
  bounded('orders', `orders?product_id=${RARE_PRODUCT}`, { most: EXAMINED_ORDERS }),
  bounded('orders', 'orders?order_uuid=00000000-0000-4000-8000-000000005000'),
  bounded('orders', 'orders?from=2000-01-01T00:00:00Z&to=2001-01-01T00:00:00Z'),
  bounded('orders/changes', 'orders/changes', { most: 1_500 }),
  bounded('orders/changes', 'orders/changes?type=reversed,late', { most: EXAMINED_ORDERS }),
  bounded('orders/changes', 'orders/changes?receipts=1', { most: 4_000 }),
  bounded('orders/changes', 'orders/changes?since=now'),
  bounded('statement', 'statement', { most: 1_500 }),
  bounded('statement', 'statement?from=2000-01-01T00:00:00Z&to=2001-01-01T00:00:00Z'),
  bounded('check', 'check?orders=[ID_0000000000001388]'),
  bounded('check', 'check?uuid=1&orders=[00000000-0000-4000-8000-000000005000]'),
  bounded('profile', 'profile'),
];
