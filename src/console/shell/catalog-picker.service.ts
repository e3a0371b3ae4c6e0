import { Injectable } from '@nestjs/common';
import { CategoryTree, type CategoryAbove } from '../../catalog/editing/category-tree.service.js';
import { CategoryService } from '../../catalog/editing/category.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { isStorableText } from '../../common/text.js';
import { isolated } from '../../pages/language.js';
import {
  MAX_PICKER_OPTIONS,
  pickedOf,
  pickedUnsought,
  type Named,
  type Picked,
} from '../../pages/picker.js';

/** Enough to know whether there are more than a picker offers. */
const SOUGHT = MAX_PICKER_OPTIONS + 1;

/** Finds the category or product that a field names, for operators who may read the catalog. */
@Injectable()
export class CatalogPicker {
  constructor(
    private readonly tree: CategoryTree,
    private readonly categories: CategoryService,
    private readonly products: ProductService,
  ) {}

  /** @param text an id, or words of a name. What is found is named by its path, since names repeat. */
  async category(text: string): Promise<Picked> {
    const unsought = pickedUnsought(text);
    if (unsought) return unsought;
    const id = itemId(text);
    const numbered = id === undefined ? [] : await this.categoriesOf([id]);
    if (numbered.length > 0) return pickedOf(numbered);
    if (!isStorableText(text)) return { kind: 'none' };
    const found = await this.categories.page(0, SOUGHT, text);
    return pickedOf(await this.categoriesOf(found.map((one) => one.id)));
  }

  /** @param text an id, or words of a name */
  async product(text: string): Promise<Picked> {
    const unsought = pickedUnsought(text);
    if (unsought) return unsought;
    const id = itemId(text);
    const numbered =
      id === undefined ? [] : await this.products.page(id - 1, 1, { deleted: false });
    if (numbered[0]?.id === id && id !== undefined) return pickedOf(numbered);
    if (!isStorableText(text)) return { kind: 'none' };
    return pickedOf(await this.products.page(0, SOUGHT, { deleted: false, text }));
  }

  private async categoriesOf(ids: readonly number[]): Promise<Named[]> {
    const paths = await this.tree.pathsTo(ids);
    return ids.flatMap((id) => {
      const path = paths.get(id);
      return path ? [{ id, name: pathText(path) }] : [];
    });
  }
}

/** The names from the top of the catalog down. */
export function pathText(path: readonly CategoryAbove[]): string {
  return path.map(({ name }) => isolated(name)).join(' › ');
}
