import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogModule } from '../catalog/catalog.module.js';
import { ManualSwitchOffs } from '../catalog/import/manual-switch-offs.js';
import type { FulfillmentHandler } from '../orders/delivery/fulfillment-handler.js';
import { OpenPurchases } from '../orders/open-purchases.js';
import { OrderDelivery } from '../orders/delivery/order-delivery.js';
import { StockDelivery } from '../orders/delivery/stock-delivery.js';
import { OrderCosts } from '../orders/order-costs.js';
import { RepeatedDeliveries } from '../orders/repeated-deliveries.js';
import { OrdersModule } from '../orders/orders.module.js';
import { CodesHandler } from './codes/codes.handler.js';
import { CodesModule } from './codes/codes.module.js';
import { CostsModule } from './costs/costs.module.js';
import { DeliveryCosts } from './costs/delivery-costs.js';
import { DeliveryAtOnce } from './delivery/delivery-at-once.js';
import { DeliveryPreviews } from './delivery/delivery-previews.js';
import { DeliverySchedule } from './delivery/delivery-schedule.js';
import { DeliveryMetrics } from './delivery/delivery-metrics.js';
import { DeliveryStepService } from './delivery/delivery-step.service.js';
import { FulfillmentPlanService } from './delivery/fulfillment-plan.service.js';
import { Fulfillment } from './delivery/fulfillment.entity.js';
import { FulfillmentJob } from './delivery/fulfillment.job.js';
import { FulfillmentRepository } from './delivery/fulfillment.repository.js';
import { HandlerAnswersModule } from './handlers/handler-answers.module.js';
import { HandlerLog } from './handlers/handler-log.js';
import { HandlerRegistry, HANDLERS } from './handlers/handler.registry.js';
import { ManualHandler } from './handlers/manual.handler.js';
import { OpenDeliveries } from './delivery/open-deliveries.repository.js';
import { OrderDeliveryService } from './delivery/order-delivery.service.js';
import { OverdueDeliveries } from './delivery/overdue-deliveries.js';
import { RepeatedPurchases } from './delivery/repeated-purchases.service.js';
import { CheckedPurchases } from './delivery/purchases/checked-purchases.service.js';
import { PurchaseWatch } from './delivery/purchases/purchase-watch.js';
import { StockDeliveryService } from './delivery/stock-delivery.service.js';
import { TestProductsService } from './handlers/test-products.service.js';
import { TestOrderHandler } from './handlers/test-order.handler.js';
import { DeliveredOnce } from './repeats/delivered-once.service.js';
import { DeliveredOnceRepository } from './repeats/delivered-once.repository.js';
import { SupplierCatalogRepository } from './upstream/listing/supplier-catalog.repository.js';
import { OpenPurchasesRepository } from './upstream/purchase/open-purchases.repository.js';
import { UpstreamHandler } from './upstream/upstream.handler.js';
import { UpstreamModule } from './upstream/upstream.module.js';

/** Handlers that need no injected service. */
const PLAIN_HANDLERS: readonly FulfillmentHandler[] = [new ManualHandler(), new TestOrderHandler()];

const PROVIDERS: readonly Provider[] = [
  { provide: OrderDelivery, useExisting: OrderDeliveryService },
  { provide: StockDelivery, useExisting: StockDeliveryService },
  { provide: OpenPurchases, useExisting: OpenPurchasesRepository },
  { provide: OrderCosts, useExisting: DeliveryCosts },
  { provide: RepeatedDeliveries, useExisting: DeliveredOnce },
  { provide: ManualSwitchOffs, useExisting: SupplierCatalogRepository },
  DeliveredOnce,
  DeliveredOnceRepository,
  CheckedPurchases,
  DeliveryMetrics,
  DeliveryAtOnce,
  DeliveryPreviews,
  DeliverySchedule,
  DeliveryStepService,
  FulfillmentJob,
  HandlerLog,
  FulfillmentPlanService,
  FulfillmentRepository,
  HandlerRegistry,
  OpenDeliveries,
  OrderDeliveryService,
  OverdueDeliveries,
  PurchaseWatch,
  RepeatedPurchases,
  StockDeliveryService,
  TestProductsService,
];

/** How orders are delivered. Global, because modules of lower layers declare ports that this module implements. */
@Module({})
export class FulfillmentModule {
  /** @param added handlers of the modules in FULFILLMENT_MODULES. */
  static register(added: readonly FulfillmentHandler[]): DynamicModule {
    const handlers = {
      provide: HANDLERS,
      inject: [CodesHandler, UpstreamHandler],
      useFactory: (...own: FulfillmentHandler[]) => [...PLAIN_HANDLERS, ...own, ...added],
    };
    return {
      module: FulfillmentModule,
      global: true,
      imports: [
        TypeOrmModule.forFeature([Fulfillment]),
        CatalogModule,
        OrdersModule,
        CodesModule,
        CostsModule,
        HandlerAnswersModule,
        UpstreamModule,
      ],
      providers: [handlers, ...PROVIDERS],
      exports: [
        OpenPurchases,
        OrderCosts,
        OrderDelivery,
        RepeatedDeliveries,
        StockDelivery,
        ManualSwitchOffs,
        OpenDeliveries,
        CodesModule,
        CostsModule,
        UpstreamModule,
        FulfillmentPlanService,
        RepeatedPurchases,
        TestProductsService,
      ],
    };
  }
}
