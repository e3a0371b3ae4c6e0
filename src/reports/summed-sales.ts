import { plainText, toDecimal } from '../common/decimal.js';
import { isTimeSpan, type SalesDimension } from './report-shapes.js';

/** Sums of a key, as the database writes them; amounts may have zeros at their end. */
export interface PartialSums {
  /** A day, or an id; null for sales without the dimension. */
  readonly key: string | null;
  readonly orders: number;
  readonly waiting: number;
  /** Accepted orders whose cost is unknown. */
  readonly unknownCost: number;
  /** Ledger entries, and orders of 0 USD, of orders whose cost is known. */
  readonly knownCost: number;
  /** USD, as are all below. */
  readonly sales: string;
  /** Of the orders whose cost is known. */
  readonly cost: string;
  readonly salesWithCost: string;
  readonly salesWithoutCost: string;
}

/** The sums of two parts of a period, under the key of the first. */
export function added(one: PartialSums, other: PartialSums): PartialSums {
  return {
    key: one.key,
    orders: one.orders + other.orders,
    waiting: one.waiting + other.waiting,
    unknownCost: one.unknownCost + other.unknownCost,
    knownCost: one.knownCost + other.knownCost,
    sales: sumOf(one.sales, other.sales),
    cost: sumOf(one.cost, other.cost),
    salesWithCost: sumOf(one.salesWithCost, other.salesWithCost),
    salesWithoutCost: sumOf(one.salesWithoutCost, other.salesWithoutCost),
  };
}

/** No sales at all. */
export const NO_SALES: PartialSums = {
  key: null,
  orders: 0,
  waiting: 0,
  unknownCost: 0,
  knownCost: 0,
  sales: '0',
  cost: '0',
  salesWithCost: '0',
  salesWithoutCost: '0',
};

/** The same sums by other keys. @param keyOf of the key of a row */
export function regrouped(
  rows: readonly PartialSums[],
  keyOf: (key: string | null) => string | null,
): PartialSums[] {
  const groups = new Map<string | null, PartialSums>();
  for (const row of rows) {
    const key = keyOf(row.key);
    const known = groups.get(key);
    groups.set(key, known ? added(known, row) : { ...row, key });
  }
  return [...groups.values()];
}

/** Times in their order; of all others those that sold most, and then by id, with those without one last. */
export function inOrder(dimension: SalesDimension, rows: readonly PartialSums[]): PartialSums[] {
  if (isTimeSpan(dimension)) return [...rows].sort((one, other) => compared(one.key, other.key));
  const sorted = rows.map((row) => ({ row, sales: toDecimal(row.sales) }));
  sorted.sort((one, other) => other.sales.cmp(one.sales) || byId(one.row.key, other.row.key));
  return sorted.map(({ row }) => row);
}

function compared(one: string | null, other: string | null): number {
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

function byId(one: string | null, other: string | null): number {
  return (one === null ? Infinity : Number(one)) < (other === null ? Infinity : Number(other))
    ? -1
    : 1;
}

function sumOf(one: string, other: string): string {
  return plainText(toDecimal(one).add(toDecimal(other)));
}
