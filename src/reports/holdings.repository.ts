import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { BalanceRow, StockCosts, StockRow } from './report-shapes.js';

/** A row as the database writes it; the value may have zeros at its end. */
export type CountedStock = Omit<StockRow, 'costs'> & StockCosts;

/** What accounts and stocks hold. It reads tables of other modules, and writes none. */
@Injectable()
export class HoldingsRepository {
  constructor(private readonly database: Database) {}

  /** The accounts that can spend less than `below` USD, those with the least first. */
  lowBalances(below: string, limit: number): Promise<BalanceRow[]> {
    return this.database.transaction(
      (manager) => manager.query<BalanceRow[]>(LOW_BALANCES, [below, limit]),
      { readOnly: true },
    );
  }

  /** The stocks with unsold codes, by name. */
  unsold(limit: number): Promise<CountedStock[]> {
    return this.database.transaction(
      (manager) => manager.query<CountedStock[]>(UNSOLD_STOCK, [limit]),
      { readOnly: true },
    );
  }
}

const LOW_BALANCES = `
  SELECT id AS "accountId", name, balance, credit_limit AS "creditLimit",
         balance + credit_limit AS spendable
  FROM accounts WHERE balance + credit_limit < $1::numeric
  ORDER BY balance + credit_limit, id LIMIT $2`;

/** Reads the unsold codes by their index; sold ones are not read. */
const UNSOLD_STOCK = `
  SELECT name AS stock,
         (count(*) FILTER (WHERE code.id > held_through))::integer AS free,
         (count(*) FILTER (WHERE code.id <= held_through))::integer AS held,
         coalesce(sum(cost), 0) AS value,
         (count(*) FILTER (WHERE cost IS NULL))::integer AS "unknownCost"
  FROM code_stocks JOIN stock_codes code ON code.stock = name
  WHERE order_id IS NULL AND delivered_at IS NULL
  GROUP BY name ORDER BY name LIMIT $1`;
