import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { categoryCreate, type CategoryDto } from '../../operations/catalog/category.operations.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { typedNumber } from '../http/form-numbers.js';
import type { RefusedForm } from '../http/refused-form.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Picked } from '../../pages/picker.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { catalogPage, deletedPage, NEW_CATEGORY, foundPage } from './catalog-page.js';
import { categoryPage } from './category-page.js';
import { ItemReading } from './item-reading.service.js';

/** The top of the catalog, and what was deleted of it. */
@ConsoleController('catalog')
@OperationForms({
  [NEW_CATEGORY]: {
    operation: categoryCreate,
    to: (_, answer) => `catalog/categories/${(answer as CategoryDto).id}`,
    done: 'category',
  },
})
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

  /** Behind a new category that was refused, the one in which it was to be made; at the top, the top. */
  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    const parentId = typedNumber(refused?.form?.text('parent_id') ?? '');
    return typeof parentId === 'number'
      ? categoryPage(visit, await this.items.category(visit, parentId), refused)
      : catalogPage(visit, await this.items.roots(visit), refused?.state);
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
      const isOne = (picked: Picked) => picked.kind === 'one' && picked.id === id;
      if (isOne(await this.picker.product(text))) return new SeeOther(`catalog/products/${id}`);
      if (isOne(await this.picker.category(text))) return new SeeOther(`catalog/categories/${id}`);
    }
    try {
      return foundPage(visit, await this.items.found(visit), { values: { text } });
    } catch (error) {
      return foundPage(visit, undefined, { values: { text }, fault: formFault(error) });
    }
  }
}
