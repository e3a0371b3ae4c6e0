import type { ListingReason } from '../../catalog/view/product-explanation.js';
import type { VisibilityRuleRow } from '../../catalog/view/rules.js';

/** A stock that a product is delivered from. Its codes are counted up to as many as one order may have. */
export interface StockNow {
  readonly name: string;
  /** Codes that can be sold now. */
  readonly free: number;
  /** Codes that are held back after a restore. */
  readonly held: number;
}

/**
 * What holds now of that for which an order was refused:
 * - `no-product`: there is no such product, or it is deleted; `hidden`: the account does not see it, by this reason and rule;
 * - `off`: it is switched off; `stock`: the stocks that it is delivered from, none if it is delivered otherwise;
 * - `none`: what refused the order does not hold any more.
 */
export type RefusalCause =
  | { readonly kind: 'no-product' | 'off' | 'none' }
  | {
      readonly kind: 'hidden';
      readonly reason: ListingReason;
      readonly rule: VisibilityRuleRow | null;
    }
  | { readonly kind: 'stock'; readonly stocks: readonly StockNow[] };

/** Codes of the wire whose cause is told. */
export const SHORT_STOCK = 105;
export const NOT_SEEN = 109;
export const SWITCHED_OFF = 110;
