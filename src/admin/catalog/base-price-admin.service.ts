import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BasePriceService, type PriceChange } from '../../catalog/editing/base-price.service.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { Precondition } from '../http/entity-tag.js';
import { OnceOnlyChanges } from '../requests/once-only.service.js';
import type { RequestKey } from '../requests/request-key.js';
import { changedPriceShape } from './catalog-shapes.js';
import type { BasePriceChangeDto, ChangedPricesDto } from './base-prices.dto.js';
import { priceTargetOf } from './price-target.js';

/** Prices that are shown of those that were changed. */
const SHOWN = 100;

/** Changes base prices by a percentage, once for each key: the same percentage again would be another change. */
@Injectable()
export class BasePriceAdmin {
  constructor(
    private readonly prices: BasePriceService,
    private readonly onceOnly: OnceOnlyChanges,
  ) {}

  /**
   * A dry run changes nothing and leaves no audit entry.
   * @param expected what the caller has seen of all prices that change; anything if it is left out.
   */
  async change(
    change: BasePriceChangeDto,
    key: RequestKey,
    author: ChangeAuthor,
    expected?: Precondition,
  ): Promise<ChangedPricesDto> {
    const { percentage, decimals, dry_run: dryRun = false, ...target } = change;
    const rounding = decimals === undefined ? {} : { decimals };
    const on = priceTargetOf(target);
    if (dryRun) {
      return shapeOf(
        await this.prices.changeByPercent(on, percentage, { dryRun, ...rounding }),
        false,
      );
    }
    const action = { name: 'price base', details: { percentage, ...rounding, ...target } };
    const run = async (manager: EntityManager) => {
      const options = { dryRun: false, within: manager, ...rounding };
      const changed = await this.prices.changeByPercent(on, percentage, options);
      expected?.assert(changed);
      return {
        result: shapeOf(changed, true),
        before: audited(changed, ({ before }) => before),
        after: audited(changed, ({ after }) => after),
      };
    };
    return this.onceOnly.run(key, { author, action, run });
  }
}

function shapeOf(changed: readonly PriceChange[], applied: boolean): ChangedPricesDto {
  const items = changed.slice(0, SHOWN).map(changedPriceShape);
  return { applied, count: changed.length, items };
}

/** The first prices, and how many there are. */
function audited(changed: readonly PriceChange[], price: (change: PriceChange) => string) {
  const prices = changed.slice(0, SHOWN).map((change) => [change.id, price(change)] as const);
  return { count: changed.length, prices: Object.fromEntries(prices) as Record<string, string> };
}
