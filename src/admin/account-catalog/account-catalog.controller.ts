import { Get } from '@nestjs/common';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { PathId } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import {
  AccountCatalogQuery,
  ExplainedProductDto,
  SeenItemPageDto,
} from './account-catalog.dto.js';
import { AccountCatalog } from './account-catalog.service.js';

@AdminController('Catalog')
export class AccountCatalogController {
  constructor(private readonly catalog: AccountCatalog) {}

  @Get('accounts/:id/catalog')
  @AdminRoute({
    name: 'account-catalog',
    permission: 'catalog.read',
    summary: 'What an account sees in a category, at its prices',
    query: AccountCatalogQuery,
    answer: SeenItemPageDto,
  })
  list(
    @PathId('id') id: number,
    @Parameters(AccountCatalogQuery) query: AccountCatalogQuery,
  ): Promise<SeenItemPageDto> {
    return this.catalog.page(id, query);
  }

  @Get('accounts/:id/catalog/products/:product')
  @AdminRoute({
    name: 'account-catalog-product',
    permission: 'catalog.read',
    summary: 'Whether an account sees a product, at which price, and the rule behind each',
    answer: ExplainedProductDto,
  })
  product(
    @PathId('id') id: number,
    @PathId('product') product: number,
  ): Promise<ExplainedProductDto> {
    return this.catalog.product(id, product);
  }
}
