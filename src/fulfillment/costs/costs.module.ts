import { Module } from '@nestjs/common';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { DeliveryCosts } from './delivery-costs.js';
import { ProductCostsRepository } from './product-costs.repository.js';
import { ProductCosts } from './product-costs.service.js';

/** What products and orders cost the shop. */
@Module({
  imports: [CatalogModule],
  providers: [DeliveryCosts, ProductCosts, ProductCostsRepository],
  exports: [DeliveryCosts, ProductCosts, ProductCostsRepository],
})
export class CostsModule {}
