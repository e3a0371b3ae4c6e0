import { Get } from '@nestjs/common';
import { accountShow } from '../../operations/accounts/account.lists.js';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import {
  accountCatalog,
  type ExplainedProductDto,
} from '../../operations/catalog/account-catalog.lists.js';
import { PathId } from '../../admin/http/path-parts.js';
import { pickerFault } from '../../pages/picker.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { accountCatalogPage, foundProductsPage } from './account-catalog-page.js';
import { AccountProductReading } from './account-product-reading.service.js';

/** The catalog as an account sees it. */
@ConsoleController('accounts/:account/catalog')
export class AccountCatalogController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly reading: AccountProductReading,
    private readonly products: CatalogPicker,
  ) {}

  @Get()
  @NeedsPermission('catalog.read')
  async list(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
  ): Promise<Page | SeeOther> {
    const account = await this.lists.read(accountShow, visit, {}, id);
    const { product: text = '' } = parametersOf(visit.query, ['product']);
    if (text !== '') return this.found(visit, account, text);
    const asked = parametersOf(visit.query, ['category_id', 'cursor']);
    const seen = await this.lists.first(accountCatalog, visit, id, asked);
    const { category_id: category } = asked;
    const path = category === undefined ? [] : await this.reading.pathTo(id, Number(category));
    const ids = seen.items.flatMap((row) => (row.item === 'product' ? [row.id] : []));
    const products = await this.reading.products(id, ids);
    return accountCatalogPage(visit, { account, path, seen, ...(await this.explained(products)) });
  }

  /** The products that a text names: the page of one, or several to choose from. */
  private async found(visit: Visit, account: AccountDto, text: string): Promise<Page | SeeOther> {
    const picked = await this.products.product(text);
    if (picked.kind === 'one') {
      return new SeeOther(`accounts/${account.id}/catalog/products/${picked.id}`);
    }
    const ids = picked.kind === 'several' ? picked.options.map(({ id }) => id) : [];
    const products = await this.reading.products(account.id, ids);
    const fault =
      picked.kind === 'none' ? pickerFault(picked, 'product', visit.language) : undefined;
    return foundProductsPage(visit, {
      ...{ account, products, fault, text },
      hasMore: picked.kind === 'several' && picked.hasMore,
      ...(await this.explained(products)),
    });
  }

  private async explained(products: readonly ExplainedProductDto[]) {
    const categoryNames = await this.reading.categoryNames(products);
    return { categoryNames, explained: new Map(products.map((one) => [one.id, one])) };
  }
}
