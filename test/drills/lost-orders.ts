import { BookedOrder } from '../chaos/shop/order-book.js';
import type { OrderLoad } from './order-load.js';
import type { ReplicatedShop } from './shop.js';

/** Orders that were acknowledged, and that the new primary does not have. */
export interface Lost {
  readonly orders: readonly BookedOrder[];
  readonly faults: readonly string[];
}

/** Finds what a failover has lost, and orders it again under the same keys, as its clients may. */
export async function orderLostAgain(
  replicated: Pick<ReplicatedShop, 'shop'>,
  load: OrderLoad,
): Promise<Lost> {
  const { book } = load;
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
  const faults = again
    .filter(({ acknowledged }) => !acknowledged)
    .map(({ uuid, heard }) => `${uuid} was not ordered again: ${JSON.stringify(heard.at(-1))}`);
  book.orders.splice(0, Infinity, ...book.orders.map((order) => replaced.get(order.uuid) ?? order));
  return { orders: lost, faults };
}
