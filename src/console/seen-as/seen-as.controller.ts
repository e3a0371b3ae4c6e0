import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { AccountCatalogQuery } from '../../admin/catalog/account-catalog.dto.js';
import { AccountCatalog } from '../../admin/catalog/account-catalog.service.js';
import { idKey } from '../../admin/http/page.js';
import { PathId } from '../../admin/http/path-parts.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { checked, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { seenCatalogPage } from './seen-catalog-page.js';
import { seenProductPage } from './seen-product-page.js';

/** The catalog as an account sees it now, at its prices. Nothing is changed here. */
@ConsoleController('accounts/:account/catalog')
export class SeenAsController {
  constructor(private readonly catalog: AccountCatalog) {}

  @Get()
  @NeedsPermission('catalog.read')
  async list(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page> {
    const parameters = parametersOf(visit.query, ['category_id', 'cursor']);
    const query = checked(AccountCatalogQuery, parameters);
    return seenCatalogPage(visit, id, await this.catalog.page(id, query));
  }

  /** The product of the parameter `product_id`, by which it can be looked up without a script. */
  @Get('products')
  @NeedsPermission('catalog.read')
  async product(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page> {
    const productId = idKey([(visit.query.get('product_id') ?? '').trim()]);
    if (productId === undefined) throw new ProblemError('not-found', 'There is no such product.');
    return seenProductPage(visit, id, await this.catalog.product(id, productId));
  }
}
