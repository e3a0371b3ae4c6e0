import {
  englishNumber,
  FileFault,
  RowFault,
  RowFaults,
} from '../../catalog/import/reading/import-faults.js';
import { MAX_PRODUCTS } from '../../catalog/import/reading/reading-bounds.js';
import { idOf, rowPlace, shown } from '../../catalog/import/reading/row-values.js';
import { isPrice } from '../../catalog/price-text.js';
import { numericText } from '../../common/decimal.js';
import type { CostRow } from './product-cost.js';

/** A longer number could not be stored, and calculating with it would take long. */
const MAX_NUMBER_CHARACTERS = 100;

/** Checks the rows of a file of costs, and collects their faults. */
export class CostRows {
  private readonly faults = new RowFaults();
  /** Includes the ids of rows with a wrong cost. */
  private readonly ids = new Set<number>();
  private readonly rows: CostRow[] = [];
  private count = 0;

  /**
   * @param row its number in the file. @param cost decimal text; null makes the cost unknown.
   * @throws FileFault if there are too many rows; the same holds for `refuse`
   */
  add(row: number, id: unknown, cost: unknown): void {
    this.countRow();
    try {
      const productId = idOf(id, 'id');
      if (this.ids.has(productId)) throw new RowFault('this id stands twice');
      this.ids.add(productId);
      this.rows.push({ productId, cost: cost === null ? null : costOf(cost) });
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      this.faults.add(rowPlace(row, 'product', id), error.message);
    }
  }

  refuse(row: number, fault: string): void {
    this.countRow();
    this.faults.add(rowPlace(row), fault);
  }

  /** The rows by id. @throws FileFault if any row has a fault, or there is none */
  finish(): CostRow[] {
    this.faults.throwIfAny();
    if (this.rows.length === 0) throw new FileFault('has no costs.');
    return this.rows.sort((one, other) => one.productId - other.productId);
  }

  private countRow(): void {
    this.count += 1;
    if (this.count <= MAX_PRODUCTS) return;
    throw new FileFault(`has more than ${englishNumber(MAX_PRODUCTS)} rows; make it smaller.`);
  }
}

/** @throws RowFault */
function costOf(value: unknown): string {
  const isText = typeof value === 'string' && value.length <= MAX_NUMBER_CHARACTERS;
  if (isText && isPrice(value)) return numericText(value);
  throw new RowFault(
    `cost ${shown(value)} must be 0 or more, with up to 20 digits before the point and 18 after`,
  );
}
