import { ProductService } from '../../catalog/editing/product.service.js';
import { FulfillmentPlanService } from '../../fulfillment/delivery/fulfillment-plan.service.js';
import { texts } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { reading } from '../reading.js';
import { DELIVERY_SHAPE } from './delivery.operations.js';

const HANDLERS = shapeOf<readonly string[]>()('HandlersDto', {
  items: texts((codes) => codes, { example: ['manual', 'test', 'codes', 'upstream'] }),
});
export type HandlersDto = ShownBy<typeof HANDLERS>;

export const deliveryHandlers = reading({
  name: 'delivery handlers',
  summary: 'the handlers there are',
  permission: 'delivery.read',
  route: 'GET delivery-handlers',
  shape: HANDLERS,
  read: ({ services }) => services(FulfillmentPlanService).handlers(),
});

export const deliveryShow = reading({
  name: 'delivery show',
  operationId: 'product-delivery',
  summary: 'the handlers of a product, in their order',
  permission: 'delivery.read',
  route: 'GET products/:id/delivery',
  of: 'product',
  shape: DELIVERY_SHAPE,
  read: ({ services, id }) => services(ProductService).get(id),
});
