import { COMMIT } from '../../../src/database/time-limits.js';

/** A point of the program where it is killed. The product knows nothing of it: a preload wraps the method. */
export interface KillMark {
  readonly name: string;
  /** A module below dist/, or a package. */
  readonly module: string;
  readonly className: string;
  readonly method: string;
  /** Before the call, while what it asked for is under way, or when it has been done. */
  readonly moment: 'before' | 'during' | 'after';
  /** Only calls whose first argument is this text. */
  readonly argument?: string;
}

const ORDERS = 'orders/order.repository.js';

const intake = (className: string, method: string, module: string) => ({
  className,
  method,
  module,
});
const orderRows = (method: string) => intake('OrderRepository', method, ORDERS);
const charge = intake('BatchBalances', 'post', 'account/ledger/batch-balances.js');
const commit = { module: 'pg', className: 'Client', method: 'query', argument: COMMIT } as const;
const place = intake(
  'OrderPlacementService',
  'place',
  'orders/placement/order-placement.service.js',
);
const job = intake('FulfillmentJob', 'run', 'fulfillment/delivery/fulfillment.job.js');
const step = (method: string) =>
  intake('DeliveryStepService', method, 'fulfillment/delivery/delivery-step.service.js');

/** In the order in which an order passes them. */
export const KILL_MARKS: readonly KillMark[] = [
  { name: 'request let in', ...place, moment: 'before' },
  { name: 'about to be placed at once', ...orderRows('placeAtOnce'), moment: 'before' },
  { name: 'being placed at once', ...orderRows('placeAtOnce'), moment: 'during' },
  { name: 'placed at once', ...orderRows('placeAtOnce'), moment: 'after' },
  { name: 'key claimed', ...orderRows('claimKey'), moment: 'after' },
  {
    name: 'delivery begun',
    ...intake('OrderDeliveryService', 'begin', 'fulfillment/delivery/order-delivery.service.js'),
    moment: 'after',
  },
  {
    name: 'codes taken out of stock',
    ...intake('StockDeliveryService', 'reserve', 'fulfillment/delivery/stock-delivery.service.js'),
    moment: 'after',
  },
  { name: 'order written', ...orderRows('insert'), moment: 'after' },
  {
    name: 'job written',
    ...intake('JobQueue', 'send', 'queue/job-queue.js'),
    moment: 'after',
  },
  { name: 'being charged', ...charge, moment: 'during' },
  { name: 'charged', ...charge, moment: 'after' },
  { name: 'about to commit', ...commit, moment: 'before' },
  { name: 'commit sent', ...commit, moment: 'during' },
  { name: 'committed', ...commit, moment: 'after' },
  { name: 'about to answer', ...place, moment: 'after' },
  { name: 'job taken', ...job, moment: 'before' },
  { name: 'handler has answered', ...step('applyOutcome'), moment: 'before' },
  { name: 'order closed', ...orderRows('close'), moment: 'after' },
  {
    name: 'refunded',
    ...intake('BalanceService', 'refund', 'account/ledger/balance.service.js'),
    moment: 'after',
  },
  { name: 'job done, not yet reported', ...job, moment: 'after' },
];
