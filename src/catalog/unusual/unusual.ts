import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import type { ComparedPrices, UnusualReason } from './unusual-change.js';

/** A change that may be unusual. */
export interface ComparedProduct extends ComparedPrices {
  readonly id: number;
  readonly name: string;
}

/** A change that is. */
export interface UnusualItem extends Omit<ComparedProduct, 'cost'> {
  readonly reason: UnusualReason;
}

/** What is unusual among some changes. */
export interface Unusual extends Readonly<Record<UnusualReason, number>> {
  readonly count: number;
  /** A greater change of a price was unusual. */
  readonly percent: number;
  /** The first ones, by id. */
  readonly first: readonly UnusualItem[];
}

/** Where nothing was counted. */
export const NOTHING_UNUSUAL: Unusual = {
  ...{ count: 0, percent: 0, price: 0, below_cost: 0, vanishes: 0 },
  first: [],
};

/** The number of unusual changes was not accepted, or is another one by now; nothing was changed. */
export class UnusualChangesError extends ConflictError {
  constructor(readonly unusual: Unusual) {
    const { count, percent, price, below_cost: belowCost, vanishes } = unusual;
    const values = { count, percent, price, belowCost, vanishes };
    super(...(count === 0 ? sentence('unusual.none') : sentence('unusual.changes', values)));
  }
}

/** Such as `9 changes are unusual (price by more than 30 %: 7, below cost: 0, vanishing: 2)`. */
export function unusualText({ count, percent, price, below_cost, vanishes }: Unusual): string {
  const are = count === 1 ? 'change is' : 'changes are';
  const kinds = `price by more than ${percent} %: ${price}, below cost: ${below_cost}, vanishing: ${vanishes}`;
  return `${count} ${are} unusual (${kinds})`;
}

/** @param accepted their number, by whoever has looked at them. @throws UnusualChangesError if it is another one */
export function assertAccepted(unusual: Unusual | undefined, accepted: number | undefined): void {
  const found = unusual ?? NOTHING_UNUSUAL;
  if (found.count !== (accepted ?? 0)) throw new UnusualChangesError(found);
}
