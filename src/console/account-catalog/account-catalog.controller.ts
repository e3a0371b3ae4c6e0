import { Get } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { accountShape } from '../../admin/accounts/account-shapes.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { AccountCatalogQuery } from '../../admin/account-catalog/account-catalog.dto.js';
import { AccountCatalog } from '../../admin/account-catalog/account-catalog.service.js';
import { PathId } from '../../admin/http/path-parts.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { checked, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { accountCatalogPage } from './account-catalog-page.js';
import { accountProductPage } from './account-product-page.js';

/** The catalog as an account sees it. */
@ConsoleController('accounts/:account/catalog')
export class AccountCatalogController {
  constructor(
    private readonly accounts: AccountService,
    private readonly catalog: AccountCatalog,
  ) {}

  @Get()
  @NeedsPermission('catalog.read')
  async list(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
  ): Promise<Page | SeeOther> {
    const { product_id: text = '' } = parametersOf(visit.query, ['product_id']);
    if (text !== '') return new SeeOther(`accounts/${id}/catalog/products/${itemId(text) ?? 0}`);
    const query = checked(
      AccountCatalogQuery,
      parametersOf(visit.query, ['category_id', 'cursor']),
    );
    const account = accountShape(await this.accounts.get(id));
    const { category_id: category } = query;
    const seen = await this.catalog.page(id, query);
    const path = category === undefined ? [] : await this.catalog.pathTo(id, Number(category));
    const ids = seen.items.flatMap((row) => (row.item === 'product' ? [row.id] : []));
    const products = await this.catalog.products(id, ids);
    const explained = new Map(products.map((product) => [product.id, product]));
    return accountCatalogPage(visit, { account, path, seen, explained });
  }

  @Get('products/:product')
  @NeedsPermission('catalog.read')
  async product(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
    @PathId('product') productId: number,
  ): Promise<Page> {
    const account = accountShape(await this.accounts.get(id));
    return accountProductPage(visit, account, await this.catalog.product(id, productId));
  }
}
