/** Who has set the cost of a product. A sync of a supplier changes only what a sync has set. */
export type CostSource = 'manual' | 'import' | 'supplier';

/** A product and its cost. Numbers are USD per unit, as the shortest decimal text. */
export interface ProductCost {
  readonly productId: number;
  readonly name: string;
  /** The base price. */
  readonly price: string;
  /** Null if the cost is unknown; source and time are null, too, then. */
  readonly cost: string | null;
  readonly source: CostSource | null;
  readonly setAt: Date | null;
}

/** A known cost beside a price. */
export interface ComparedCost {
  readonly productId: number;
  /** USD per unit, as the shortest decimal text. */
  readonly cost: string;
  /** True if the price is below the cost. */
  readonly isBelow: boolean;
}

/** A cost to be imported. */
export interface CostRow {
  readonly productId: number;
  /** USD per unit, as decimal text; null makes the cost unknown. */
  readonly cost: string | null;
}
