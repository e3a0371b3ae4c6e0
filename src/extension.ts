/** What extensions import from `souk`; see docs/extending.md. */
export { CurrentPrincipal } from './account/access/current-principal.decorator.js';
export type { Principal } from './account/access/principal.js';
export type { FulfillmentSettings } from './catalog/fulfillment-step.js';
export { OperatorError } from './common/app-error.js';
export { ApiWireRoute, type WireRoute } from './common/http/api-wire-route.decorator.js';
export { Public } from './common/http/public.decorator.js';
export { Database } from './database/database.js';
export {
  defineExtension,
  type ExtensionCommands,
  type ExtensionDefinition,
  type ExtensionPorts,
  type ExtensionSetting,
  type ExtensionShop,
  type ExtensionTable,
} from './extensions/extension.js';
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
