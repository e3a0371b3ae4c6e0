import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { catalogPage, deletedPage } from './catalog-page.js';
import { foundPage } from './found-page.js';
import { ItemReading } from './item-reading.service.js';

/** The top of the catalog, and what was deleted of it. */
@ConsoleController('catalog')
export class CatalogController {
  constructor(
    private readonly items: ItemReading,
    private readonly picker: CatalogPicker,
  ) {}

  @Get()
  @NeedsPermission('catalog.read')
  async show(@CurrentVisit() visit: Visit): Promise<Page | SeeOther> {
    const { text } = parametersOf(visit.query, ['text']);
    if (text !== undefined) return this.found(visit, text);
    return catalogPage(visit, await this.items.roots(visit));
  }

  @Get('deleted')
  @NeedsPermission('catalog.read')
  async deleted(@CurrentVisit() visit: Visit): Promise<Page> {
    return deletedPage(visit, await this.items.deleted(visit));
  }

  /** What was named by its number is shown itself. */
  private async found(visit: Visit, text: string): Promise<Page | SeeOther> {
    const id = itemId(text);
    if (id !== undefined) {
      const product = await this.picker.product(text);
      if (product.kind === 'one' && product.id === id)
        return new SeeOther(`catalog/products/${id}`);
      const category = await this.picker.category(text);
      if (category.kind === 'one' && category.id === id) {
        return new SeeOther(`catalog/categories/${id}`);
      }
    }
    try {
      return foundPage(visit, await this.items.found(visit), { values: { text } });
    } catch (error) {
      return foundPage(visit, undefined, { values: { text }, fault: formFault(error) });
    }
  }
}
