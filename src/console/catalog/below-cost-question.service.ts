import { Injectable } from '@nestjs/common';
import { belowCost } from '../../operations/catalog/below-cost.js';
import { OperationRunner } from '../../operations/running/operation-runner.js';
import { wordsOf } from '../../pages/words.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import type { Visit } from '../visit/visit.js';

/** A form that sets a price asks before it sells below cost. */
@Injectable()
export class BelowCostQuestion {
  constructor(private readonly runner: OperationRunner) {}

  /** Undefined where nothing is sold below its cost, and for who may not see costs. */
  async of({ caller, language }: Visit, price: object): Promise<ConfirmQuestion | undefined> {
    if (!caller.may('costs.read')) return undefined;
    const count = await belowCost(this.runner.services, price);
    const words = wordsOf(language, 'price');
    return count === 0 ? undefined : { title: words.belowCost, warning: words.warning({ count }) };
  }
}
