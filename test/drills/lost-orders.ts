import { BookedOrder } from '../chaos/shop/order-book.js';
import { judgedFaults } from '../judge/judged-faults.js';
import type { OrderLoad } from './order-load.js';
import type { ReplicatedShop } from './shop.js';

/** Orders that were acknowledged, and that the new primary does not have. */
export interface Lost {
  readonly orders: readonly BookedOrder[];
  readonly faults: readonly string[];
  /** What was judged of the time before they were ordered again. */
  readonly told: string;
}

/**
 * Finds what a failover has lost, and orders it again under the same keys, as its clients may. What clients saw before is judged here:
 * the same keys are those of other orders afterwards. Nobody has read the books, so the accounts are not judged, since what was lost
 * was charged as well.
 */
export async function orderLostAgain(
  replicated: Pick<ReplicatedShop, 'shop'>,
  load: OrderLoad,
): Promise<Lost> {
  const { book } = load;
  const judged = judgedFaults(replicated.shop.recorder);
  const rows = await replicated.shop.db.query<{ uuid: string }>(
    'SELECT order_uuid AS uuid FROM orders',
  );
  const existing = new Set(rows.map(({ uuid }) => uuid));
  const lost = book.orders.filter(({ uuid, acknowledged }) => acknowledged && !existing.has(uuid));
  const again = lost.map(({ uuid, account, path }) =>
    Object.assign(new BookedOrder(account, path), { uuid }),
  );
  for (const order of again) await load.settleSoon(order);
  const replaced = new Map(again.map((order) => [order.uuid, order]));
  const notAgain = again
    .filter(({ acknowledged }) => !acknowledged)
    .map(({ uuid, heard }) => `${uuid} was not ordered again: ${JSON.stringify(heard.at(-1))}`);
  const faults = [...judged.faults, ...notAgain];
  book.orders.splice(0, Infinity, ...book.orders.map((order) => replaced.get(order.uuid) ?? order));
  return { orders: lost, faults, told: judged.told };
}
