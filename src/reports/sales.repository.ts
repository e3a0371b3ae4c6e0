import { Inject, Injectable, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';
import { Database } from '../database/database.js';
import { spansOf, type ReportPeriod, type SpanOptions } from './report-period.js';
import { isTimeSpan, type SalesDimension, type UnneededSums } from './report-shapes.js';
import { CATEGORIES_OF, END_OF_PART, namesOf, salesBy, UNNEEDED } from './sales.sql.js';
import { added, inOrder, NO_SALES, regrouped, type PartialSums } from './summed-sales.js';

/** Injection token: orders of one part of a period. */
export const ORDERS_OF_PART = Symbol('orders-of-part');
/** Summed well within the time limit of a statement. */
const USUAL_ORDERS_OF_PART = 50_000;

/** A row of the report, and its name where it has one. */
export interface NamedSums extends PartialSums {
  readonly name: string | null;
}

/** What the sales of a period come to. */
export interface SummedSales {
  readonly total: PartialSums;
  readonly rows: readonly NamedSums[];
  readonly unneeded: UnneededSums;
}

interface SummedBy extends SpanOptions {
  readonly by: SalesDimension;
  /** Only the sales of this account; of all if it is null or left out. */
  readonly accountId?: number | null | undefined;
}

interface SummingLimits {
  /** Most rows. */
  readonly rows: number;
  /** A report that is not made by then ends; without it, it takes as long as it takes. */
  readonly withinMs?: number | undefined;
}

/** Sums the sales of a period. It reads tables of other modules, and writes none. */
@Injectable()
export class SalesRepository {
  constructor(
    private readonly database: Database,
    @Optional()
    @Inject(ORDERS_OF_PART)
    private readonly ordersOfPart: number = USUAL_ORDERS_OF_PART,
  ) {}

  /**
   * Part by part, so that no statement takes long however many orders there are; all parts are of one state.
   * @throws OperatorError when it takes too long
   */
  sums(
    { by, accountId = null, ...options }: SummedBy,
    period: ReportPeriod,
    { rows: most, withinMs = Infinity }: SummingLimits,
  ): Promise<SummedSales> {
    const end = performance.now() + withinMs;
    const spans = isTimeSpan(by) ? spansOf(by, period, options) : undefined;
    const starts = spans ? [spans.map(({ start }) => start.toISOString())] : [];
    return this.database.snapshot(async (manager) => {
      const summed = new Map<string | null, PartialSums>();
      for await (const part of this.parts(manager, period, accountId)) {
        if (performance.now() > end) throw tooLong();
        const sent = [...part, accountId, ...starts];
        for (const row of await manager.query<PartialSums[]>(salesBy(by), sent)) {
          const key = spans ? (spans[Number(row.key) - 1]?.day ?? null) : row.key;
          const known = summed.get(key);
          summed.set(key, known ? added(known, row) : { ...row, key });
        }
      }
      const sums = [...summed.values()];
      const all = by === 'category' ? await byCategory(manager, sums) : sums;
      const rows = await named(manager, by, inOrder(by, all).slice(0, most));
      const [unneeded] = await manager.query<[UnneededSums]>(UNNEEDED, [
        period.from.toISOString(),
        period.to.toISOString(),
        accountId,
      ]);
      return { total: all.reduce(added, NO_SALES), rows, unneeded };
    });
  }

  /** The times between which each part is. */
  private async *parts(
    manager: EntityManager,
    { from, to }: ReportPeriod,
    accountId: number | null,
  ): AsyncGenerator<[string, string]> {
    const last = to.toISOString();
    let start = from.toISOString();
    for (;;) {
      const parameters = [start, last, this.ordersOfPart, accountId];
      const [row] = await manager.query<{ end: string }[]>(END_OF_PART, parameters);
      yield [start, row?.end ?? last];
      if (!row) return;
      start = row.end;
    }
  }
}

/** @param sums of products; null is the key of what is in no category */
async function byCategory(
  manager: EntityManager,
  sums: readonly PartialSums[],
): Promise<PartialSums[]> {
  const ids = sums.flatMap(({ key }) => key ?? []);
  const rows = await manager.query<{ product: string; category: string | null }[]>(CATEGORIES_OF, [
    ids,
  ]);
  const categories = new Map(rows.map(({ product, category }) => [product, category]));
  return regrouped(sums, (product) => categories.get(product ?? '') ?? null);
}

async function named(
  manager: EntityManager,
  by: SalesDimension,
  rows: readonly PartialSums[],
): Promise<NamedSums[]> {
  const statement = namesOf(by);
  const ids = rows.flatMap(({ key }) => key ?? []);
  const found =
    statement === undefined
      ? []
      : await manager.query<{ key: string; name: string }[]>(statement, [ids]);
  const names = new Map(found.map(({ key, name }) => [key, name]));
  return rows.map((row) => ({ ...row, name: names.get(row.key ?? '') ?? null }));
}

function tooLong(): OperatorError {
  return new OperatorError(...sentence('report.too-many-orders'));
}
