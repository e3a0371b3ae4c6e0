import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MissingError, OperatorError } from '../../common/app-error.js';
import { Database } from '../../database/database.js';
import { percentageText } from '../price-text.js';
import type { RuleOn } from '../rules/rule-key.js';

/** A product whose base price was changed; prices as decimal text. */
export interface PriceChange {
  readonly id: number;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Base prices of many products. */
@Injectable()
export class BasePriceService {
  constructor(private readonly database: Database) {}

  /**
   * Changes the base prices of a product, of a category with all below it, or without a target of all products, by a
   * percentage: +10 is price × 1.10. The result is exact, and rounded to 18 decimals.
   * @param options with the transaction that it belongs to; one of its own by default.
   * @returns the products whose price differs now
   * @throws MissingError; OperatorError
   */
  changeByPercent(
    { categoryId, productId }: RuleOn,
    percentage: string,
    options: { readonly dryRun: boolean; readonly within?: EntityManager },
  ): Promise<PriceChange[]> {
    const percent = percentageText(percentage);
    const change = async (manager: EntityManager): Promise<PriceChange[]> => {
      const target = [categoryId ?? null, productId ?? null];
      const [found] = await manager.query<[{ count: number; tooHigh: boolean }]>(COUNT, [
        ...target,
        percent,
      ]);
      if (found.count === 0) {
        throw new MissingError('There is no such category or product', 'souk catalog show');
      }
      if (found.tooHigh) throw new OperatorError('A price would have more than 20 digits.');
      return manager.query<PriceChange[]>(CHANGE, [...target, percent]);
    };
    const { within, dryRun } = options;
    return within ? change(within) : this.database.transaction(change, { dryRun });
  }
}

/** $1: category or null; $2: product or null; $3: percentage. The result has the products of the target. */
const TARGET = `
  WITH RECURSIVE below AS (
    SELECT id FROM categories WHERE id = $1::integer AND deleted_at IS NULL
    UNION SELECT child.id FROM categories child JOIN below ON child.parent_id = below.id
  ), target AS (
    SELECT id, name, price AS before, price * (100 + $3::numeric) * 0.01 AS after FROM products
    WHERE deleted_at IS NULL AND ($2::integer IS NULL OR id = $2)
      AND ($1::integer IS NULL OR category_id IN (SELECT id FROM below))
    FOR UPDATE
  )`;

const COUNT = `${TARGET}
  SELECT count(*)::integer AS count, coalesce(bool_or(after >= 1e20), false) AS "tooHigh" FROM target`;

const CHANGE = `${TARGET}, changed AS (
    UPDATE products SET price = target.after FROM target
    WHERE products.id = target.id AND round(target.after, 18) <> target.before
    RETURNING products.id, products.name, target.before, products.price AS after
  )
  SELECT id, name, before::text, after::text FROM changed ORDER BY id`;
