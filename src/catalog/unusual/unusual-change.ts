import { toDecimal } from '../../common/decimal.js';

/** What makes a change of a product unusual. */
export const UNUSUAL_REASONS = ['price', 'below_cost', 'vanishes'] as const;
export type UnusualReason = (typeof UNUSUAL_REASONS)[number];

/** A change of a product. Prices and cost are USD a unit, as decimal texts. */
export interface ComparedPrices {
  readonly before: string;
  /** Null if the product vanishes. */
  readonly after: string | null;
  /** Null if it is unknown. */
  readonly cost: string | null;
}

/**
 * Why a change of a product is unusual; null if it is not. A price below cost is told as such, however much it changes.
 * @param percent a price that changes by more than that, up or down, is unusual
 */
export function unusualReason(
  { before, after, cost }: ComparedPrices,
  percent: number,
): UnusualReason | null {
  if (after === null) return 'vanishes';
  const [former, price] = [toDecimal(before), toDecimal(after)];
  if (price.eq(former)) return null;
  if (cost !== null && price.lt(toDecimal(cost))) return 'below_cost';
  return price.minus(former).abs().times(100).gt(former.times(percent)) ? 'price' : null;
}
