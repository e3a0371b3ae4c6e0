import { categoryCreate, type CategoryDto } from '../../operations/catalog/category.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { typedNumber } from '../http/form-numbers.js';
import type { RefusedForm } from '../http/refused-form.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { catalogPage } from './catalog-page.js';
import { categoryPage } from './category-page.js';
import { ItemReading } from './item-reading.service.js';

/** Makes categories: in the one that the form names, or at the top. */
@ConsoleController('catalog/categories')
@OperationForms({
  '': {
    operation: categoryCreate,
    to: (_, answer) => `catalog/categories/${(answer as CategoryDto).id}`,
    done: 'category',
  },
})
export class CategoriesController {
  constructor(private readonly items: ItemReading) {}

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    const parentId = typedNumber(refused?.form?.text('parent_id') ?? '');
    return typeof parentId === 'number'
      ? categoryPage(visit, await this.items.category(visit, parentId), refused)
      : catalogPage(visit, await this.items.roots(visit), refused?.state);
  }
}
