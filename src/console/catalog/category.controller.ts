import { categorySet } from '../../operations/catalog/category.operations.js';
import { categoryPicture } from '../../operations/catalog/picture.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import { categoryPage } from './category-page.js';
import { NO_PICTURE } from './picture-form.js';
import { ItemReading } from './item-reading.service.js';

const PARENT = 'parent_id';

/** One category: what stands in it, and its changes. */
@ConsoleController('catalog/categories/:category')
@PageWithForms<CategoryController>('catalog.read', {
  picture: { operation: categoryPicture, done: 'pictured' },
  'picture/remove': { operation: categoryPicture, done: 'pictured', input: NO_PICTURE },
  rename: { operation: categorySet, done: 'renamed' },
  move: {
    operation: categorySet,
    done: 'moved',
    picks: { [PARENT]: ({ picker }, text) => picker.category(text) },
    input: (_, { idOf }) => ({ parent_id: idOf(PARENT) ?? null }),
  },
})
export class CategoryController {
  constructor(
    private readonly items: ItemReading,
    readonly picker: CatalogPicker,
  ) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    return categoryPage(visit, await this.items.category(visit, id), refused);
  }
}
