import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MissingError, OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { PRICE_SCALE } from '../../common/money.js';
import { Database } from '../../database/database.js';
import { percentageText } from '../price-text.js';
import type { RuleOn } from '../rules/rule-key.js';
import { WITH_BELOW } from '../categories-below.sql.js';

/** A product whose base price was changed; prices as decimal text. */
export interface PriceChange {
  readonly id: number;
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** What `after` is more than `before`, in percent with two decimals. */
  readonly percent: string;
  /** True if rounding moves the price further than the percentage does. */
  readonly mostlyRounding: boolean;
}

/** How base prices are changed. */
export interface PriceChangeOptions {
  readonly dryRun: boolean;
  /** Decimals that a price keeps, rounded half up; 18 if left out, which is exact. */
  readonly decimals?: number;
  /** Products that keep their price. */
  readonly except?: readonly number[];
  readonly within?: EntityManager;
}

/** A product that is to be changed, whose row is locked. */
interface Target extends PriceChange {
  readonly differs: boolean;
  readonly tooHigh: boolean;
  /** True for a price that is 0 only because it is rounded. */
  readonly isLost: boolean;
}

/** @throws OperatorError for a number of decimals that no price has */
function decimalsOf(decimals: number = PRICE_SCALE): number {
  if (Number.isInteger(decimals) && decimals >= 0 && decimals <= PRICE_SCALE) return decimals;
  throw new OperatorError(...sentence('field.integer', { min: 0, max: PRICE_SCALE }));
}

/** Products that one statement changes: the database ends statements of the server after some seconds. */
const PRODUCTS_PER_STATEMENT = 5_000;

/** Base prices of many products. */
@Injectable()
export class BasePriceService {
  constructor(private readonly database: Database) {}

  /**
   * Changes the base prices of a product, of a category with all below it, or without a target of all products, by a
   * percentage: +10 is price × 1.10. The result is exact, and rounded half up.
   * @param options with the decimals that are kept, and the transaction that it belongs to; one of its own by default.
   * @returns the products whose price differs by it, those that are left out included
   * @throws MissingError; OperatorError
   */
  changeByPercent(
    { categoryId, productId }: RuleOn,
    percentage: string,
    options: PriceChangeOptions,
  ): Promise<PriceChange[]> {
    const percent = percentageText(percentage);
    const decimals = decimalsOf(options.decimals);
    const target = [categoryId ?? null, productId ?? null, percent, decimals];
    const { within, dryRun, except } = options;
    const left = new Set(except);
    const change = (manager: EntityManager) => this.changeAll(manager, target, left);
    return within ? change(within) : this.database.transaction(change, { dryRun });
  }

  /** By id, so that two changes of the same products wait for one another instead of deadlocking. */
  private async changeAll(
    manager: EntityManager,
    target: readonly unknown[],
    left: ReadonlySet<number>,
  ): Promise<PriceChange[]> {
    // An import locks the table before it reads rows; whoever has a row first would let both wait for each other.
    await manager.query('LOCK TABLE products IN ROW EXCLUSIVE MODE');
    const changed: PriceChange[] = [];
    let last: Target | undefined;
    for (let isComplete = false; !isComplete;) {
      const values = [...target, last?.id ?? 0, PRODUCTS_PER_STATEMENT];
      const found = await manager.query<Target[]>(LOCK_NEXT, values);
      const kept = found.filter(({ id, differs }) => differs && !left.has(id));
      assertPrices(kept);
      const [ids, prices] = [kept.map(({ id }) => id), kept.map(({ after }) => after)];
      if (ids.length > 0) await manager.query(CHANGE, [ids, prices]);
      changed.push(...found.filter(({ differs }) => differs).map(changeOf));
      isComplete = found.length < PRODUCTS_PER_STATEMENT;
      last = found.at(-1) ?? last;
    }
    if (!last) throw new MissingError(...sentence('missing.target'));
    return changed;
  }
}

function changeOf({ id, name, before, after, percent, mostlyRounding }: Target): PriceChange {
  return { id, name, before, after, percent, mostlyRounding };
}

/** @throws OperatorError for new prices that no product can have, or that are lost */
function assertPrices(targets: readonly Target[]): void {
  if (targets.some(({ isLost }) => isLost)) {
    throw new OperatorError(...sentence('prices.rounded-to-zero'));
  }
  if (targets.some(({ tooHigh }) => tooHigh)) {
    throw new OperatorError(...sentence('prices.too-long'));
  }
}

/**
 * $1: category or null; $2: product or null; $3: percentage; $4: decimals; $5: only products with a greater id; $6: most products. The
 * lock is that of a change of the price, so that other rows may refer to the product meanwhile.
 */
const LOCK_NEXT = `${WITH_BELOW}
  SELECT id, name, price::text AS before, raised::text AS after, raised <> price AS differs,
         round((raised - price) * 100 / nullif(price, 0), 2)::text AS percent,
         abs(raised - exact) > abs(exact - price) AS "mostlyRounding",
         raised >= 1e20 AS "tooHigh", raised = 0 AND price > 0 AND $3::numeric > -100 AS "isLost"
  FROM products
  CROSS JOIN LATERAL (SELECT price * (100 + $3::numeric) * 0.01 AS exact) risen
  CROSS JOIN LATERAL (SELECT round(exact, $4::integer) AS raised) changed
  WHERE deleted_at IS NULL AND ($2::integer IS NULL OR id = $2)
    AND ($1::integer IS NULL OR category_id IN (SELECT id FROM below)) AND id > $5
  ORDER BY id LIMIT $6 FOR NO KEY UPDATE OF products`;

const CHANGE = `
  UPDATE products SET price = changed.price
  FROM unnest($1::integer[], $2::numeric[]) AS changed (id, price) WHERE products.id = changed.id`;
