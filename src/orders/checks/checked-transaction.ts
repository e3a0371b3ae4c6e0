import type { EntityManager } from 'typeorm';

/** What identifies an order. */
interface OrderKey {
  readonly accountId: number;
  readonly orderId: string;
}

/**
 * A check that has swallowed the error of a statement, or ended the transaction, must not let an order be answered that
 * is not there.
 * @param orders that the transaction has written
 * @returns the clock of the database, in seconds since 1970
 * @throws Error if the present transaction has not written all of them
 */
export async function clockInSameTransaction(
  manager: EntityManager,
  orders: readonly OrderKey[],
): Promise<number> {
  const accountIds = orders.map(({ accountId }) => accountId);
  const orderIds = orders.map(({ orderId }) => orderId);
  const [found] = await manager.query<[{ clock: number; count: number }]>(FIND_OWN_ORDERS, [
    accountIds,
    orderIds,
  ]);
  if (found.count !== orders.length) throw new Error('it has ended the transaction of the order');
  return found.clock;
}

const FIND_OWN_ORDERS = `
  SELECT extract(epoch FROM clock_timestamp())::float8 AS clock, count(*)::integer AS count
  FROM unnest($1::integer[], $2::text[]) AS own (account_id, order_id)
  JOIN orders USING (account_id, order_id)
  WHERE orders.xmin = pg_current_xact_id()::xid`;
