import { numericText } from '../../../common/decimal.js';
import { englishNumber, FileFault, RowFault, RowFaults } from './import-faults.js';
import { MAX_PRODUCTS } from './reading-bounds.js';
import { idOf, priceOf, rowPlace } from './row-values.js';

/** A new base price of a product that is in the catalog already. */
export interface PriceRow {
  /** Its number in the file, for messages. */
  readonly row: number;
  readonly id: number;
  readonly price: string;
}

/** A checked file that has prices alone. */
export interface PriceList {
  readonly prices: readonly PriceRow[];
}

/** Checks the rows of a price list, and collects their faults. */
export class PriceListBuilder {
  private readonly faults = new RowFaults();
  /** Includes ids of rows with a wrong price. */
  private readonly ids = new Set<number>();
  private readonly prices: PriceRow[] = [];
  private rows = 0;

  /** @throws FileFault if there are too many rows; the same holds for `refuse` */
  add(row: number, found: { readonly id?: string; readonly price?: string }): void {
    this.count();
    const label = found.id === '' ? undefined : found.id;
    try {
      const id = idOf(label, 'id');
      if (this.ids.has(id)) throw new RowFault('this id stands twice');
      this.ids.add(id);
      this.prices.push({ row, id, price: numericText(priceOf(found.price)) });
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      this.faults.add(rowPlace(row, 'product', label), error.message);
    }
  }

  /** Adds a fault that only a reader can find. */
  refuse(row: number, fault: string): void {
    this.count();
    this.faults.add(rowPlace(row), fault);
  }

  /** @throws FileFault if any row has a fault, or there is no row */
  finish(): PriceList {
    this.faults.throwIfAny();
    if (this.prices.length === 0) throw new FileFault('has no prices.');
    return { prices: this.prices };
  }

  private count(): void {
    this.rows += 1;
    if (this.rows <= MAX_PRODUCTS) return;
    throw new FileFault(`has more than ${englishNumber(MAX_PRODUCTS)} prices; make it smaller.`);
  }
}
