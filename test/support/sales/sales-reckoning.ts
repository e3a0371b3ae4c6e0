import type { SalesDimension } from '../../../src/reports/report-shapes.js';
import type { TestDatabase } from '../test-database.js';
import { unitsOf, usd } from './usd.js';

/** What a report must say of one key. */
export interface ReckonedRow {
  readonly key: string | null;
  readonly orders: number;
  readonly waiting: number;
  readonly sales: string;
  readonly costs: {
    readonly cost: string | null;
    readonly profit: string | null;
    readonly salesWithoutCost: string;
    readonly unknownCost: number;
  };
}

interface Entry {
  readonly account: number;
  readonly order: string;
  readonly kind: string;
  readonly amount: string;
  readonly time: string;
}

interface PlacedOrder {
  readonly account: number;
  readonly order: string;
  readonly product: number;
  readonly status: string;
  readonly total: string;
  readonly time: string;
  readonly rehearsal: boolean;
  readonly cost: string | null;
  readonly supplier: number | null;
  readonly category: number | null;
}

interface Sums {
  orders: number;
  waiting: number;
  unknownCost: number;
  sales: bigint;
  cost: bigint;
  costedSales: bigint;
  hasCost: boolean;
  hasNoCost: boolean;
}

/**
 * Sums sales with whole numbers of 0.00000001 USD, one row after the other: the second opinion on the SQL of the reports.
 * It reads the tables whole, and knows periods only by comparing texts of times.
 */
export class SalesReckoning {
  private constructor(
    private readonly entries: readonly Entry[],
    private readonly orders: ReadonlyMap<string, PlacedOrder>,
  ) {}

  static async read(db: TestDatabase): Promise<SalesReckoning> {
    const entries = await db.query<Entry>(`SELECT account_id AS account, order_id AS order, kind,
      amount::text, ${TIME} AS time FROM ledger_entries`);
    const orders = await db.query<PlacedOrder>(`SELECT account_id AS account, order_id AS order,
      product_id AS product, status, total::text, ${TIME} AS time, rehearsal,
      (SELECT cost::text FROM order_costs c WHERE c.order_id = orders.order_id) AS cost,
      (SELECT supplier_id FROM order_costs c WHERE c.order_id = orders.order_id) AS supplier,
      (SELECT category_id FROM products p WHERE p.id = orders.product_id) AS category
      FROM orders`);
    return new SalesReckoning(entries, new Map(orders.map((order) => [order.order, order])));
  }

  /** @param from included, such as `2026-01-31T00:00:00.000Z`. @param to not included @param timeZone whose days are counted */
  by(
    dimension: SalesDimension,
    from: string,
    to: string,
    timeZone = 'UTC',
  ): { rows: ReckonedRow[]; total: ReckonedRow } {
    const rows = new Map<string | null, Sums>();
    const total = newSums();
    const days = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    const isWithin = (time: string): boolean => time >= from && time < to;
    const add = (order: PlacedOrder, time: string, sold: bigint, isOrder: boolean): void => {
      const key = keyOf(dimension, order, days.format(new Date(time)));
      const sums = rows.get(key) ?? newSums();
      rows.set(key, sums);
      for (const each of [sums, total]) count(each, order, sold, isOrder);
    };
    for (const { kind, amount, time, order } of this.entries) {
      const placed = this.orders.get(order);
      if (!isWithin(time) || !placed || !['debit', 'refund', 'reversal'].includes(kind)) continue;
      add(placed, time, -unitsOf(amount), kind === 'debit');
    }
    for (const order of this.orders.values()) {
      const isFree = unitsOf(order.total) === 0n && !order.rehearsal;
      if (isFree && isWithin(order.time)) add(order, order.time, 0n, true);
    }
    return { rows: [...rows].map(([key, sums]) => rowOf(key, sums)), total: rowOf(null, total) };
  }
}

const TIME = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

function newSums(): Sums {
  return {
    orders: 0,
    waiting: 0,
    unknownCost: 0,
    sales: 0n,
    cost: 0n,
    costedSales: 0n,
    hasCost: false,
    hasNoCost: false,
  };
}

function keyOf(dimension: SalesDimension, order: PlacedOrder, day: string): string | null {
  switch (dimension) {
    case 'day':
      return day;
    case 'week':
      return mondayOf(day);
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'product':
      return String(order.product);
    case 'category':
      return order.category === null ? null : String(order.category);
    case 'account':
      return String(order.account);
    case 'supplier':
      return order.supplier === null ? null : String(order.supplier);
  }
}

/** Found day by day. */
function mondayOf(day: string): string {
  const date = new Date(day);
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

function count(sums: Sums, { status, cost }: PlacedOrder, sold: bigint, isOrder: boolean): void {
  sums.sales += sold;
  if (cost !== null) {
    sums.costedSales += sold;
    sums.hasCost = true;
  }
  if (!isOrder) return;
  if (cost === null && status !== 'reject') sums.hasNoCost = true;
  sums.orders += 1;
  if (status === 'wait') sums.waiting += 1;
  if (cost !== null) sums.cost += unitsOf(cost);
  else if (status === 'accept') sums.unknownCost += 1;
}

function rowOf(key: string | null, sums: Sums): ReckonedRow {
  const { orders, waiting, unknownCost, sales, cost, costedSales } = sums;
  const salesWithoutCost = usd(sales - costedSales);
  const isUnknown = !sums.hasCost && (sums.hasNoCost || salesWithoutCost !== '0');
  const profit = isUnknown ? null : usd(costedSales - cost);
  return {
    key,
    orders,
    waiting,
    sales: usd(sales),
    costs: { cost: isUnknown ? null : usd(cost), profit, salesWithoutCost, unknownCost },
  };
}
