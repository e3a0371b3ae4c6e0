import { invariantFaultsSince } from '../../support/invariants.js';
import type { TestDatabase } from '../../support/test-database.js';
import type { ChaosShop } from './chaos-shop.js';
import { codeFaults } from './codes.js';
import type { OrderBook } from './order-book.js';

/** Deliveries without a job, which would never be continued. Those whose supplier has confirmed an order are watched without one. */
const WITHOUT_JOB = `
  SELECT order_id FROM fulfillments WHERE NOT closed AND due_at IS NOT NULL AND order_id NOT IN (
    SELECT data ->> 'orderId' FROM pgboss.job WHERE state IN ('created', 'retry', 'active'))
  AND order_id NOT IN (SELECT order_id FROM supplier_attempts WHERE supplier_order_id IS NOT NULL)`;

const CHARGED_TWICE = `
  SELECT order_id FROM ledger_entries WHERE kind IN ('debit', 'refund')
  GROUP BY account_id, order_id, kind HAVING count(*) > 1`;

const ORDERS_SINCE = 'SELECT account_id, order_uuid, order_id FROM orders WHERE account_id >= $1';

const DELIVERY_LIMIT_MS = 300_000;

const OPEN_DELIVERIES = `
  SELECT count(*)::integer AS open FROM fulfillments JOIN orders USING (account_id, order_id)
  WHERE NOT closed AND due_at IS NOT NULL AND order_uuid = ANY (coalesce($1, ARRAY[order_uuid]))`;

/**
 * All that must hold after a scenario: the invariants of the shop, and the answers that its clients have received.
 * @param isCode which delivered texts are codes, if not all are: others may be in two orders.
 */
export async function sweep(
  shop: ChaosShop,
  book: OrderBook,
  isCode: (text: string) => boolean = () => true,
): Promise<string[]> {
  const { db } = shop;
  const faults = await invariantFaultsSince(db, firstAccount(shop));
  if ((await db.query(CHARGED_TWICE)).length > 0) faults.push('an order was charged twice');
  faults.push(...(await codeFaults(db, book, isCode)));
  faults.push(...named('without a job', (await db.query<OrderRow>(WITHOUT_JOB)).map(idOf)));
  return [...faults, ...(await bookFaults(shop, book))];
}

interface OrderRow {
  readonly account_id: number;
  readonly order_uuid: string;
  readonly order_id: string;
}

/** Those of before it are not of the scenario: none of its clients has asked for their orders, which may be millions. */
function firstAccount({ accounts }: ChaosShop): number {
  return accounts[0]?.id ?? 0;
}

/** Compares every answer with the orders in the database. */
async function bookFaults(shop: ChaosShop, book: OrderBook): Promise<string[]> {
  const { db, accounts } = shop;
  const rows = await db.query<OrderRow>(ORDERS_SINCE, [firstAccount(shop)]);
  const existing = new Map(rows.map((row) => [row.order_uuid, row]));
  const booked = new Set(book.orders.map(({ uuid }) => uuid));
  const acknowledged = book.orders.filter(({ acknowledged }) => acknowledged);
  return [
    ...named(
      'answered, but missing or another',
      acknowledged
        .filter(({ uuid, orderIds, account }) => {
          const row = existing.get(uuid);
          return row?.order_id !== orderIds[0] || row?.account_id !== accounts[account]?.id;
        })
        .map(({ uuid }) => uuid),
    ),
    ...named(
      'answered with several ids',
      acknowledged.filter(({ orderIds }) => orderIds.length > 1).map(({ uuid }) => uuid),
    ),
    ...named(
      'refused, but there',
      book.refused.filter(({ uuid }) => existing.has(uuid)).map(({ uuid }) => uuid),
    ),
    ...named('there twice', rows.filter((row) => existing.get(row.order_uuid) !== row).map(idOf)),
    ...named('asked for by nobody', rows.filter((row) => !booked.has(row.order_uuid)).map(idOf)),
  ];
}

/**
 * Waits until jobs have ended all deliveries, or those of some orders; one that a killed process or a cut line held is
 * taken again after minutes.
 */
export async function deliveriesEnded(
  db: TestDatabase,
  uuids?: readonly string[],
): Promise<string[]> {
  const end = Date.now() + DELIVERY_LIMIT_MS;
  for (;;) {
    const [row] = await db.query<{ open: number }>(OPEN_DELIVERIES, [uuids ?? null]);
    if (row?.open === 0) return [];
    if (Date.now() > end) return [`${row?.open ?? '?'} deliveries never ended`];
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function idOf({ order_id: id }: OrderRow): string {
  return id;
}

/** One fault for a list of orders, with the first few by name. */
function named(fault: string, orders: readonly string[]): string[] {
  if (orders.length === 0) return [];
  return [`${orders.length} orders ${fault}: ${orders.slice(0, 3).join(', ')}`];
}
