import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { WITH_BELOW } from '../categories-below.sql.js';

/** A price on one product, on a category with all below it, or on the whole catalog: USD a unit, or a percentage on the base price. */
export interface AskedPrice {
  readonly productId?: number | undefined;
  readonly categoryId?: number | undefined;
  readonly fixedPrice?: string | undefined;
  readonly percentage?: string | undefined;
}

/** Compares prices that are asked for with what products cost the shop. */
@Injectable()
export class BelowCost {
  constructor(private readonly database: Database) {}

  /** How many products it would sell below their cost. */
  async count({ productId, categoryId, fixedPrice, percentage }: AskedPrice): Promise<number> {
    const values = [categoryId, productId, fixedPrice, percentage].map((value) => value ?? null);
    const [{ count }] = await this.database.manager.query<[{ count: number }]>(COUNT, values);
    return count;
  }
}

const COUNT = `${WITH_BELOW}
  SELECT count(*)::integer AS count FROM products JOIN product_costs ON product_id = id
  WHERE deleted_at IS NULL AND ($2::integer IS NULL OR id = $2)
    AND ($1::integer IS NULL OR category_id IN (SELECT id FROM below))
    AND coalesce($3::numeric, price * (100 + $4::numeric) * 0.01) < unit_cost`;
