import { Injectable } from '@nestjs/common';
import type { AuditedAction } from '../../account/caller-audit.js';
import { CategoryService } from '../../catalog/editing/category.service.js';
import { ProductService, type ProductSettings } from '../../catalog/editing/product.service.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { Precondition } from '../http/entity-tag.js';
import {
  categoryChangeOf,
  categoryShape,
  productSettingsOf,
  productShape,
} from './catalog-shapes.js';
import type {
  CategoryChangeDto,
  CategoryDto,
  NewCategoryDto,
  NewProductDto,
  ProductChangeDto,
  ProductDto,
} from './items.dto.js';

/** Changes categories and products for operators, each with its audit entry. */
@Injectable()
export class ItemAdmin {
  constructor(
    private readonly categories: CategoryService,
    private readonly products: ProductService,
    private readonly changes: AuditedChanges,
  ) {}

  createCategory(
    { name, parent_id: parentId = null }: NewCategoryDto,
    by: ChangeAuthor,
  ): Promise<CategoryDto> {
    const action = { name: 'category create', details: { name, into: parentId } };
    return this.changes.run(by, action, async (manager) => {
      const result = categoryShape(await this.categories.create(name, parentId, manager));
      return { result, before: null, after: { ...result } };
    });
  }

  setCategory(
    id: number,
    change: CategoryChangeDto,
    expected: Precondition,
    by: ChangeAuthor,
  ): Promise<CategoryDto> {
    const name = change.parent_id === undefined ? 'category rename' : 'category move';
    const action = { name, details: { category: id, ...change } };
    return this.changes.run(by, action, async (manager) => {
      const wanted = categoryChangeOf(change);
      const changed = await this.categories.change(manager, id, wanted, (category) => {
        expected.assert(categoryShape(category));
      });
      const [before, after] = [categoryShape(changed.before), categoryShape(changed.after)];
      return { result: after, before: { ...before }, after: { ...after } };
    });
  }

  createProduct(product: NewProductDto, by: ChangeAuthor): Promise<ProductDto> {
    const action = { name: 'product create', details: { ...product } };
    return this.changes.run(by, action, async (manager) => {
      const { category_id: categoryId, name, price } = product;
      const settings = { ...productSettingsOf(product), categoryId, name, price };
      const result = productShape(await this.products.create(manager, settings));
      return { result, before: null, after: { ...result } };
    });
  }

  setProduct(
    id: number,
    change: ProductChangeDto,
    expected: Precondition,
    by: ChangeAuthor,
  ): Promise<ProductDto> {
    const action = { name: 'product set', details: { product: id, ...change } };
    const { deleted, reorder_fields: reorderFields = false } = change;
    const deletion = deleted === undefined ? {} : { deleted };
    const settings = { ...productSettingsOf(change), ...deletion, reorderFields };
    return this.changeProduct(action, id, settings, by, expected.assert);
  }

  /** @param expected what the caller has seen of the product; anything if it is left out. */
  setPrice(
    id: number,
    price: string,
    by: ChangeAuthor,
    expected?: Precondition,
  ): Promise<ProductDto> {
    const action = { name: 'product set', details: { product: id, price } };
    return this.changeProduct(action, id, { price }, by, expected?.assert);
  }

  private changeProduct(
    action: Pick<AuditedAction, 'name' | 'details'>,
    id: number,
    change: ProductSettings,
    by: ChangeAuthor,
    expects: (shown: ProductDto) => void = () => undefined,
  ): Promise<ProductDto> {
    return this.changes.run(by, action, async (manager) => {
      const changed = await this.products.change(manager, id, change, (product) => {
        expects(productShape(product));
      });
      const [before, after] = [productShape(changed.before), productShape(changed.after)];
      return { result: after, before: { ...before }, after: { ...after } };
    });
  }
}
