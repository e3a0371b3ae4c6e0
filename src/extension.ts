/** What extensions import from `souk`; see docs/extending.md. */
export { CurrentPrincipal } from './account/access/current-principal.decorator.js';
export { NeedsScope } from './account/access/needs-scope.js';
export type { Principal } from './account/access/principal.js';
export type { Scope } from './account/access/scopes.js';
export type {
  FindTokenOptions,
  FoundToken,
  TokenSource,
} from './account/access/source/token-source.js';
export type { FulfillmentSettings } from './catalog/fulfillment-step.js';
export type {
  CatalogPolicy,
  PolicyAudience,
  PolicyCategory,
  PolicyProduct,
} from './catalog/policies/catalog-policy.js';
export { OperatorError } from './common/app-error.js';
export { ApiWireRoute, type WireRoute } from './common/http/api-wire-route.decorator.js';
export type { FlatParameters } from './common/http/parameters/flat-parameters.js';
export { RequestParameters } from './common/http/parameters/request-parameters.decorator.js';
export { Public } from './common/http/public.decorator.js';
export { RawBody } from './common/http/raw-body.decorator.js';
export type { OperatorText } from './locales/operator-text.js';
export type {
  PageSection,
  SectionPart,
  SectionReading,
  SectionValue,
} from './operations/sections/page-section.js';
export { Database } from './database/database.js';
export type { Migration, MigrationRunner } from './database/run-migration.js';
export type { ExtensionJob, JobOptions } from './events/jobs/extension-job.js';
export { ExtensionJobs, type SendOptions } from './events/jobs/extension-jobs.js';
export type { HandlingOptions, Listener } from './events/listener.js';
export type {
  AccountEvent,
  AccountEventType,
  HistoryRestarted,
} from './events/ordered/account-event.js';
export type { OrderedListener } from './events/ordered/ordered-listener.js';
export type { OrderEventData, ShopEvent, ShopEventType } from './events/shop-event.js';
export {
  defineExtension,
  type ExtensionCommands,
  type ExtensionDefinition,
  type ExtensionPorts,
  type ExtensionSetting,
  type ExtensionShop,
  type ExtensionTable,
} from './extensions/extension.js';
export type {
  ExtensionCounter,
  ExtensionGauge,
  ExtensionMetrics,
  MetricLabels,
} from './extensions/metrics/extension-metrics.js';
export type { ExtensionTask, TaskOptions } from './extensions/tasks/extension-task.js';
export type { AddCommands, AuditedContext, OpenShop } from './commands/context/command-context.js';
export {
  Shop,
  type AccountBalance,
  type OrderDecision,
  type OrderReversed,
  type TokenIssued,
} from './extensions/shop/shop.js';
export type {
  ExtensionOperation,
  OperationField,
  OperationFields,
  OperationValues,
  OperationWork,
  OperatorPermission,
} from './extensions/operators/extension-operation.js';
export type { ShopUse } from './extensions/shop/shop-use.js';
export type { HealthAnswer } from './upkeep/extensions/extension-health.service.js';
export {
  HANDLER_CASES,
  type HandlerCase,
  type HandlerSubject,
} from './fulfillment/handlers/handler-cases.js';
export type { OrderCaller, OrderCheck, OrderRefusal } from './orders/checks/order-check.js';
export { OrderRefusedError } from './orders/checks/order-refused-error.js';
export type {
  Delivered,
  DeliveryContext,
  FulfillmentHandler,
  FulfillmentOutcome,
  OrderToFulfill,
  Pending,
  Refused,
  WaitingOrder,
} from './orders/delivery/fulfillment-handler.js';
