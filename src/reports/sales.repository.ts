import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { ReportPeriod } from './report-period.js';
import type { CostSums, SalesDimension, SalesRow } from './report-shapes.js';
import { salesBy } from './sales.sql.js';

/** A row as the database writes it; amounts may have zeros at their end. */
export type SummedSales = Omit<SalesRow, 'costs'> & CostSums;

/** Sums the sales of a period. It reads tables of other modules, and writes none. */
@Injectable()
export class SalesRepository {
  constructor(private readonly database: Database) {}

  /**
   * In one statement, so all sums are of one state.
   * @returns the sum of all rows first, and then at most `limit` rows
   */
  async sums(
    by: SalesDimension,
    { from, to }: ReportPeriod,
    limit: number,
  ): Promise<[SummedSales, ...SummedSales[]]> {
    return this.database.transaction(
      (manager) =>
        manager.query<[SummedSales, ...SummedSales[]]>(salesBy(by), [from, to, limit + 1]),
      { readOnly: true },
    );
  }
}
