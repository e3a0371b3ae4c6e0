import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { OutgoingModule } from '../../outgoing/outgoing.module.js';
import { DuePurchases } from './checks/due-purchases.repository.js';
import { PurchaseChecks } from './checks/purchase-checks.service.js';
import { SupplierListingService } from './listing/supplier-listing.service.js';
import { CostsModule } from '../costs/costs.module.js';
import { HandlerAnswersModule } from '../handlers/handler-answers.module.js';
import { AttemptInquiry } from './purchase/attempt-inquiry.js';
import { OpenPurchasesRepository } from './purchase/open-purchases.repository.js';
import { ForgottenPurchases } from './purchase/forgotten-purchases.service.js';
import { PurchaseGenerations } from './purchase/purchase-generations.repository.js';
import { PurchaseLookup } from './purchase/purchase-lookup.js';
import { PurchaseGuards } from './purchase/purchase-guards.js';
import { SupplierAttemptRepository } from './purchase/supplier-attempt.repository.js';
import { SupplierCalls } from './supplier/supplier-calls.js';
import { SupplierCatalogRepository } from './listing/supplier-catalog.repository.js';
import { AwaitedPictures } from './pictures/awaited-pictures.repository.js';
import { PictureFetching } from './pictures/picture-fetching.service.js';
import { SupplierOffers } from './listing/supplier-offers.service.js';
import { SupplierCatalogService } from './listing/supplier-catalog.service.js';
import { Supplier, SupplierAttempt } from './supplier/supplier.entity.js';
import { SupplierGauges } from './supplier/supplier.gauges.js';
import { SupplierRepository } from './supplier/supplier.repository.js';
import { SupplierService } from './supplier/supplier.service.js';
import { SupplierPurchase } from './purchase/supplier-purchase.js';
import { UnneededPurchases } from './purchase/unneeded-purchase.service.js';
import { UnneededPurchasesRepository } from './purchase/unneeded-purchases.repository.js';
import { UnneededPurchaseWatch } from './unneeded-purchase-watch.js';
import { SupplierWatch } from './supplier-watch.js';
import { UpstreamHandler } from './upstream.handler.js';

/** What other modules use. */
const SERVICES = [
  DuePurchases,
  ForgottenPurchases,
  OpenPurchasesRepository,
  PurchaseChecks,
  SupplierAttemptRepository,
  SupplierCatalogRepository,
  SupplierCatalogService,
  SupplierService,
  UpstreamHandler,
];

/** Other shops with the same API as suppliers. */
@Module({
  imports: [
    CatalogModule,
    CostsModule,
    HandlerAnswersModule,
    OutgoingModule,
    TypeOrmModule.forFeature([Supplier, SupplierAttempt]),
  ],
  providers: [
    ...SERVICES,
    AttemptInquiry,
    AwaitedPictures,
    PictureFetching,
    PurchaseGenerations,
    PurchaseGuards,
    PurchaseLookup,
    SupplierCalls,
    SupplierGauges,
    SupplierListingService,
    SupplierOffers,
    SupplierPurchase,
    SupplierRepository,
    SupplierWatch,
    UnneededPurchases,
    UnneededPurchasesRepository,
    UnneededPurchaseWatch,
  ],
  exports: SERVICES,
})
export class UpstreamModule {}
