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

/** Statements that end the transaction, also behind others; `END` ends blocks within statements, too. */
const ENDS =
  /(?:^|;)\s*(?:commit|prepare\s+transaction|(?:abort|rollback)\b(?!.*\bto\b))\b|^\s*end\b/i;

/**
 * A check that commits would keep orders that are refused later, in a batch those of others, and the ROLLBACK of one that
 * nobody awaits could come before the COMMIT. Such statements fail from now on; those of the shop do not go this way.
 */
export function keepOpen({ queryRunner }: EntityManager): void {
  if (!queryRunner) return;
  const query = queryRunner.query.bind(queryRunner);
  queryRunner.query = ((...statement: Parameters<typeof query>) =>
    ENDS.test(statement[0])
      ? Promise.reject(new Error('a check may not end the transaction of the order'))
      : query(...statement)) as typeof query;
}

const FIND_OWN_ORDERS = `
  SELECT extract(epoch FROM clock_timestamp())::float8 AS clock, count(*)::integer AS count
  FROM unnest($1::integer[], $2::text[]) AS own (account_id, order_id)
  JOIN orders USING (account_id, order_id)
  WHERE orders.xmin = pg_current_xact_id()::xid`;
