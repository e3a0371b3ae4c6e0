import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BasePriceService } from '../../catalog/editing/base-price.service.js';
import {
  CHANGED_PRICES,
  priceTargetOf,
  toldPrices,
  type BasePriceChangeDto,
  type ChangedPricesDto,
} from '../../operations/catalog/base-prices.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { Precondition } from '../http/entity-tag.js';
import { OnceOnlyChanges } from '../requests/once-only.service.js';
import type { RequestKey } from '../requests/request-key.js';

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
      const changed = await this.prices.changeByPercent(on, percentage, { dryRun, ...rounding });
      return CHANGED_PRICES.of({ applied: false, changed });
    }
    const action = { name: 'price base', details: { percentage, ...rounding, ...target } };
    const run = async (manager: EntityManager) => {
      const options = { dryRun: false, within: manager, ...rounding };
      const changed = await this.prices.changeByPercent(on, percentage, options);
      expected?.assert(changed);
      return {
        result: CHANGED_PRICES.of({ applied: true, changed }),
        before: toldPrices(changed, 'before'),
        after: toldPrices(changed, 'after'),
      };
    };
    return this.onceOnly.run(key, { author, action, run });
  }
}
