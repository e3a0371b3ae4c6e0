import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import { Injectable } from '@nestjs/common';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { isRecord } from '../../common/json-values.js';
import { isStorableText } from '../../common/text.js';
import { FulfillmentPlanService } from '../../fulfillment/delivery/fulfillment-plan.service.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { Precondition } from '../http/entity-tag.js';

import type { DeliveryDto } from './delivery.dto.js';

/** Who delivers a product, for operators. */
@Injectable()
export class DeliveryAdmin {
  constructor(
    private readonly plans: FulfillmentPlanService,
    private readonly changes: AuditedChanges,
  ) {}

  handlers(): string[] {
    return this.plans.handlers();
  }

  /** @throws MissingError */
  async get(productId: number): Promise<DeliveryDto> {
    return shapeOf(await this.plans.get(productId));
  }

  /**
   * Orders that were placed before keep the handlers that they had.
   * @param expected what the caller has seen of the handlers; anything if it is left out.
   */
  set(
    productId: number,
    steps: readonly unknown[],
    by: ChangeAuthor,
    expected?: Precondition,
  ): Promise<DeliveryDto> {
    const plan = stepsOf(steps);
    const action = { name: 'delivery set', details: { product: productId, steps: plan } };
    return this.changes.around(by, action, async () => {
      const changed = await this.plans.set(productId, plan, (present) => {
        expected?.assert(shapeOf(present));
      });
      const before = shapeOf(changed.before.fulfillment);
      const result = shapeOf(changed.after.fulfillment);
      return { result, before: { ...before }, after: { ...result } };
    });
  }
}

function shapeOf(steps: readonly FulfillmentStep[]): DeliveryDto {
  return { steps: steps.map(({ handler, settings }) => ({ handler, settings })) };
}

/** @throws ProblemError */
function stepsOf(given: readonly unknown[]): FulfillmentStep[] {
  const steps = Array.isArray(given) ? given.filter(isStep) : [];
  if (Array.isArray(given) && steps.length === given.length) {
    return steps.map(({ handler, settings }) => ({ handler, settings }));
  }
  const message = 'must be a list of {handler, settings}, with texts that can be stored';
  throw new InvalidFieldsError([{ field: 'steps', message }]);
}

function isStep(value: unknown): value is FulfillmentStep {
  if (!isRecord(value)) return false;
  const { handler, settings } = value;
  return typeof handler === 'string' && isRecord(settings) && isStorable(settings);
}

/** True if each key and text in it can be stored. */
function isStorable(settings: object): boolean {
  const texts: string[] = [];
  JSON.stringify(settings, (key, value: unknown) => {
    texts.push(key);
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts.every(isStorableText);
}
