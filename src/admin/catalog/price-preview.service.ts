import { Injectable } from '@nestjs/common';
import { BasePriceService, type PriceChange } from '../../catalog/editing/base-price.service.js';
import type { Unusual } from '../../catalog/unusual/unusual.js';
import { UnusualChanges } from '../../catalog/unusual/unusual-changes.service.js';
import { Database } from '../../database/database.js';
import type { ComparedCost } from '../../fulfillment/costs/product-cost.js';
import { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import { entityTagOf } from '../http/precondition.js';
import {
  CHANGED_PRICE,
  priceTargetOf,
  SHOWN_PRICES,
  type BasePriceChangeDto,
  type ChangedPriceDto,
} from '../../operations/catalog/base-price.operations.js';

/** A price that would change. */
export interface PreviewedPrice extends ChangedPriceDto {
  /** USD a unit; null if it is unknown, or not to be seen. */
  readonly cost: string | null;
  /** True if a sale at the new price would bring less than the cost. */
  readonly isBelowCost: boolean;
}

/** What a change of base prices would do. */
export interface PricePreview {
  /** How many prices would differ. */
  readonly count: number;
  /** How many of them would be below the known cost. */
  readonly belowCost: number;
  /** How many of them rounding would move further than the percentage does. */
  readonly mostlyRounding: number;
  /** The first of them: those below the cost, then those that are moved by rounding mostly, and then the others. */
  readonly items: readonly PreviewedPrice[];
  readonly unusual: Unusual;
  /** The tag of all prices that would change, for the precondition of the change. */
  readonly tag: string;
}

/** Shows changes of base prices beside what the products cost, before they are made. */
@Injectable()
export class PricePreviews {
  constructor(
    private readonly prices: BasePriceService,
    private readonly costs: ProductCosts,
    private readonly unusualChanges: UnusualChanges,
    private readonly database: Database,
  ) {}

  /**
   * @param showsCosts false for a caller who may not see costs; nothing is compared then.
   * @throws MissingError; ProblemError; OperatorError
   */
  async of(change: BasePriceChangeDto, showsCosts: boolean): Promise<PricePreview> {
    const { percentage, decimals, ...target } = change;
    const on = priceTargetOf(target);
    const changed = await this.prices.changeByPercent(on, percentage, {
      dryRun: true,
      ...(decimals !== undefined && { decimals }),
    });
    const { manager } = this.database;
    const compared = showsCosts ? await this.costs.compared(changed) : [];
    const costs = new Map(compared.map((cost) => [cost.productId, cost]));
    const isBelow = ({ id }: PriceChange): boolean => costs.get(id)?.isBelow === true;
    const below = changed.filter(isBelow);
    const others = changed.filter((one) => !isBelow(one));
    const [rounded, risen] = [true, false].map((is) =>
      others.filter(({ mostlyRounding }) => mostlyRounding === is),
    );
    const first = [below, rounded, risen].flatMap((some = []) => some.slice(0, SHOWN_PRICES));
    return {
      count: changed.length,
      belowCost: below.length,
      mostlyRounding: changed.filter((one) => one.mostlyRounding).length,
      items: first.slice(0, SHOWN_PRICES).map((one) => previewed(one, costs.get(one.id))),
      unusual: await this.unusualChanges.amongPrices(manager, changed, showsCosts),
      tag: entityTagOf(changed),
    };
  }
}

function previewed(change: PriceChange, cost: ComparedCost | undefined): PreviewedPrice {
  return {
    ...CHANGED_PRICE.of(change),
    cost: cost?.cost ?? null,
    isBelowCost: cost?.isBelow === true,
  };
}
