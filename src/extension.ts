/** The types for fulfillment handlers of your own; see docs/extending.md. */
export type { FulfillmentSettings } from './catalog/fulfillment-step.js';
export { OperatorError } from './common/app-error.js';
export {
  HANDLER_CASES,
  type HandlerCase,
  type HandlerSubject,
} from './fulfillment/handlers/handler-cases.js';
export type {
  Delivered,
  FulfillmentHandler,
  FulfillmentOutcome,
  OrderToFulfill,
  Pending,
  Refused,
  WaitingOrder,
} from './orders/delivery/fulfillment-handler.js';
