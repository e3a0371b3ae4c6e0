import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PurchaseGuards } from './purchase-guards.js';
import { SupplierAttemptRepository } from './supplier-attempt.repository.js';
import { SupplierCalls } from './supplier-calls.js';
import { SupplierCatalogRepository } from './supplier-catalog.repository.js';
import { SupplierCatalogService } from './supplier-catalog.service.js';
import { Supplier, SupplierAttempt } from './supplier.entity.js';
import { SupplierRepository } from './supplier.repository.js';
import { SupplierService } from './supplier.service.js';
import { SupplierPurchase } from './supplier-purchase.js';
import { SupplierWatch } from './supplier-watch.js';
import { UpstreamHandler } from './upstream.handler.js';

/** Other shops of this wire as suppliers. */
@Module({
  imports: [TypeOrmModule.forFeature([Supplier, SupplierAttempt])],
  providers: [
    PurchaseGuards,
    SupplierAttemptRepository,
    SupplierCalls,
    SupplierCatalogRepository,
    SupplierCatalogService,
    SupplierPurchase,
    SupplierRepository,
    SupplierService,
    SupplierWatch,
    UpstreamHandler,
  ],
  exports: [SupplierCatalogService, SupplierService, UpstreamHandler],
})
export class UpstreamModule {}
