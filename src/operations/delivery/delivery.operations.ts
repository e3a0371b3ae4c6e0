import { ProductService } from '../../catalog/editing/product.service.js';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import type { Product } from '../../catalog/product.entity.js';
import { isRecord } from '../../common/json-values.js';
import { isStorableText } from '../../common/text.js';
import { FulfillmentPlanService } from '../../fulfillment/delivery/fulfillment-plan.service.js';
import { json, text } from '../answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../answers/shape.js';
import { InvalidFieldsError } from '../fields/checked-input.js';
import { JsonField } from '../fields/fields.js';
import { operation, type Target } from '../operation.js';

export class DeliverySettingDto {
  @JsonField(
    { type: 'array', items: { type: 'object' }, maxItems: 10 },
    {
      description: 'Handlers with their settings, in their order; [] for the operator.',
      example: [{ handler: 'codes', settings: { stock: 'uc60' } }],
    },
  )
  steps: unknown[];
}

/** One way of delivering a product. */
const STEP = shapeOf<FulfillmentStep>()('DeliveryStepDto', {
  handler: text({ example: 'codes' }),
  settings: json({ example: { stock: 'uc60' } }),
});
export type DeliveryStepDto = ShownBy<typeof STEP>;

export const DELIVERY_SHAPE = shapeOf<Product>()('DeliveryDto', {
  steps: many(STEP, ({ fulfillment }) => fulfillment, {
    description: 'Each is tried when the one before refuses; none: the operator delivers.',
  }),
});
export type DeliveryDto = ShownBy<typeof DELIVERY_SHAPE>;

/** A product, of which it is told who delivers it. */
const PRODUCT = {
  noun: 'product',
  shape: DELIVERY_SHAPE,
  locked: (services, manager, id) => services(ProductService).locked(manager, id),
} satisfies Target<Product>;

/** Orders that were placed before keep the handlers that they had. */
export const deliverySet = operation({
  name: 'delivery set',
  operationId: 'product-delivery-set',
  summary: 'set the handlers of a product, for future orders',
  permission: 'delivery.edit',
  route: 'PUT products/:id/delivery',
  target: PRODUCT,
  input: DeliverySettingDto,
  details: (input) => ({ steps: stepsOf(input) }),
  prepare: ({ services, input }) => services(FulfillmentPlanService).assertPlan(stepsOf(input)),
  run: async ({ services, manager, id, input }) => {
    await services(ProductService).setFulfillment(manager, id, stepsOf(input));
  },
});

/** @throws InvalidFieldsError */
function stepsOf({ steps: given }: DeliverySettingDto): FulfillmentStep[] {
  const steps = Array.isArray(given) ? given.filter(isStep) : [];
  if (Array.isArray(given) && steps.length === given.length) {
    return steps.map(({ handler, settings }) => ({ handler, settings }));
  }
  const message = 'must be a list of {handler, settings}, with texts that can be stored';
  throw InvalidFieldsError.of('steps', message);
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

export const DELIVERY_OPERATIONS = [deliverySet];
