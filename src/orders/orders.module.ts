import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountModule } from '../account/account.module.js';
import { EventsModule } from '../events/events.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { CheckedOrders } from './checked-orders.js';
import { OrderChecks } from './checks/order-checks.js';
import { CodeCommitments } from './code-commitments.js';
import { DeliveredCodes } from './delivered-codes.js';
import { BatchesWithChecks } from './placement/batches-with-checks.js';
import { OrderBatches } from './placement/order-batches.js';
import { OrderConsistencyRepository } from './consistency/order-consistency.repository.js';
import { OrderConsistencyService } from './consistency/order-consistency.service.js';
import { LaterCodes } from './later-codes.service.js';
import { OrderLookup } from './order-lookup.service.js';
import { OrderCloseService } from './order-close.service.js';
import { OrderClosing } from './order-closing.service.js';
import { ListedOrders } from './history/listed-orders.js';
import { OrderChanges } from './history/order-changes.repository.js';
import { OrderHistory } from './history/order-history.repository.js';
import { OrderedProducts } from './ordered-products.repository.js';
import { ShopOrders } from './history/shop-orders.repository.js';
import { WaitingSummaries } from './history/waiting-summary.repository.js';
import { OrderEvents } from './order-events.service.js';
import { OrderInquiryService } from './order-inquiry.service.js';
import { ClaimedKeys } from './placement/claimed-keys.js';
import { OrderIds } from './placement/order-id.js';
import { OrderIntake } from './placement/order-intake.js';
import { JointIntake } from './placement/joint-intake.js';
import { OrdersTogether } from './placement/orders-together.js';
import { OrderPreparation } from './placement/order-preparation.js';
import { OrderRules } from './placement/order-rules.js';
import { OrderLimit } from './placement/order-limit.js';
import { OrderListService } from './order-list.service.js';
import { OrderPlacementService } from './placement/order-placement.service.js';
import { Order } from './order.entity.js';
import { OrderRepository } from './order.repository.js';
import { OrderRefusals } from './refusals/order-refusals.service.js';
import { RefusalRepository } from './refusals/refusal.repository.js';
import { AgedOrders } from './erasure/aged-orders.js';
import { ErasedMessages } from './erasure/erased-messages.js';
import { ErasedOrders } from './erasure/erased-orders.repository.js';
import { ErasureRequests } from './erasure/erasure-requests.service.js';
import { ErasureSteps } from './erasure/erasure-steps.js';
import { Erasures } from './erasure/erasures.repository.js';
import { FieldHashes } from './erasure/field-hashes.js';
import { OrderEraser } from './erasure/order-eraser.js';
import { ForgottenValues } from './search/forgotten-values.js';
import { FoundOrders } from './search/found-orders.repository.js';
import { KeyClaims } from './placement/key-claims.js';
import { OrderKeys } from './keys/order-keys.js';
import { OrderSearch } from './search/order-search.service.js';
import { SearchIndex } from './search/search-index.service.js';
import { SearchIndexRepository } from './search/search-index.repository.js';
import { IndexBatches } from './search/index-batch.js';
import { SearchValues } from './search/search-values.js';
import { RequestForms } from './request-forms/request-forms.js';
import { QuoteService } from './quote/quote.service.js';
import { OrderReversal } from './reversal/order-reversal.service.js';
import { RequestReader } from './placement/request-reader.js';
import { RefundedOrders } from './reversal/refunded-orders.repository.js';
import { SingleStatementPlacement } from './placement/single-statement-placement.js';
import { TransactionPlacement } from './placement/transaction-placement.js';
import { UnplacedOrders } from './placement/unplaced-orders.js';
import { WaitingOrdersGauge } from './waiting-orders.gauge.js';

/** What other modules use. */
const SERVICES = [
  AgedOrders,
  CodeCommitments,
  DeliveredCodes,
  ErasureRequests,
  ErasureSteps,
  LaterCodes,
  OrderChecks,
  OrderConsistencyService,
  OrderLookup,
  OrderChanges,
  OrderCloseService,
  OrderHistory,
  OrderInquiryService,
  OrderKeys,
  OrderListService,
  OrderPlacementService,
  OrderReversal,
  OrderSearch,
  OrderRefusals,
  QuoteService,
  RefusalRepository,
  SearchIndex,
  ShopOrders,
  WaitingSummaries,
];

/** Placing, checking and closing orders. */
@Module({
  imports: [TypeOrmModule.forFeature([Order]), AccountModule, CatalogModule, EventsModule],
  providers: [
    ...SERVICES,
    BatchesWithChecks,
    CheckedOrders,
    ClaimedKeys,
    ErasedMessages,
    ErasedOrders,
    Erasures,
    FieldHashes,
    ForgottenValues,
    FoundOrders,
    JointIntake,
    KeyClaims,
    OrderBatches,
    OrderConsistencyRepository,
    ListedOrders,
    OrderClosing,
    OrderEraser,
    OrderEvents,
    { provide: OrderIds, useFactory: () => new OrderIds() },
    OrderIntake,
    OrderPreparation,
    OrdersTogether,
    OrderRules,
    OrderLimit,
    OrderRepository,
    RefundedOrders,
    RequestForms,
    RequestReader,
    SearchIndexRepository,
    IndexBatches,
    SearchValues,
    OrderedProducts,
    SingleStatementPlacement,
    TransactionPlacement,
    UnplacedOrders,
    WaitingOrdersGauge,
  ],
  exports: SERVICES,
})
export class OrdersModule {}
