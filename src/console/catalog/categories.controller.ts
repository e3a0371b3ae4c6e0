import { Get, Post } from '@nestjs/common';
import {
  CategoryChangeDto,
  NewCategoryDto,
  type CategoryDto,
} from '../../admin/catalog/items.dto.js';
import { ItemAdmin } from '../../admin/catalog/item-admin.service.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathId } from '../../admin/http/path-parts.js';
import { OnceOnlyChanges } from '../../admin/requests/once-only.service.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { CurrentFormKey } from '../http/form-key.js';
import { formFault } from '../http/form-fault.js';
import { preconditionIn } from '../http/form-tag.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { refusedForm } from '../http/refused-form.js';
import { typedNumber } from '../http/form-numbers.js';
import { pickerFault } from '../../pages/picker.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { catalogPage } from './catalog-page.js';
import { categoryPage } from './category-page.js';
import { ItemReading } from './item-reading.service.js';

/** One category: what stands in it, and its changes. */
@ConsoleController('catalog/categories')
export class CategoriesController {
  constructor(
    private readonly items: ItemReading,
    private readonly changes: ItemAdmin,
    private readonly onceOnly: OnceOnlyChanges,
    private readonly picker: CatalogPicker,
  ) {}

  @Get(':category')
  @NeedsPermission('catalog.read')
  async show(@CurrentVisit() visit: Visit, @PathId('category') id: number): Promise<Page> {
    return categoryPage(visit, await this.items.category(id, visit.query));
  }

  /** Makes a category in the one that the form names, or at the top. */
  @Post()
  @NeedsPermission('catalog.edit')
  async create(
    @CurrentVisit() visit: Visit,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const parentId = typedNumber(form.text('parent_id')) ?? null;
    try {
      const given = { ...form.given('name'), parent_id: parentId };
      const category = checkedInput(NewCategoryDto, given);
      const create = () => this.changes.createCategory(category, visit.caller.author);
      const { id } = await this.onceOnly.runUnlessSent(key, create);
      return new SeeOther(`catalog/categories/${id}`, { done: 'category' });
    } catch (error) {
      const refused = refusedForm('create', form, formFault(error));
      if (typeof parentId !== 'number') {
        return catalogPage(visit, await this.items.roots(visit.query), refused.state);
      }
      return categoryPage(visit, await this.items.category(parentId, visit.query), refused);
    }
  }

  @Post(':category/rename')
  @NeedsPermission('catalog.edit')
  rename(
    @CurrentVisit() visit: Visit,
    @PathId('category') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.changed(visit, { id, form, name: 'rename', done: 'renamed' }, form.given('name'));
  }

  @Post(':category/move')
  @NeedsPermission('catalog.edit')
  async move(
    @CurrentVisit() visit: Visit,
    @PathId('category') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const picked = await this.picker.category(form.text('parent_id'));
    const fault = pickerFault(picked, 'parent_id', visit.language);
    if (fault) {
      const refused = { ...refusedForm('move' as const, form, fault), picked };
      return categoryPage(visit, await this.items.category(id, visit.query), refused);
    }
    const parent = { parent_id: picked.kind === 'one' ? picked.id : null };
    return this.changed(visit, { id, form, name: 'move', done: 'moved' }, parent);
  }

  private async changed(
    visit: Visit,
    { id, form, name, done }: CategoryForm,
    change: object,
  ): Promise<Page | SeeOther> {
    try {
      await this.change(visit, id, form, change);
      return new SeeOther(`catalog/categories/${id}`, { done });
    } catch (error) {
      const refused = refusedForm(name, form, formFault(error));
      return categoryPage(visit, await this.items.category(id, visit.query), refused);
    }
  }

  private change(
    { caller }: Visit,
    id: number,
    form: FormValues,
    change: object,
  ): Promise<CategoryDto> {
    const wanted = checkedInput(CategoryChangeDto, change);
    return this.changes.setCategory(id, wanted, preconditionIn(form), caller.author);
  }
}

/** A form of the page of a category that was sent. */
interface CategoryForm {
  readonly id: number;
  readonly form: FormValues;
  readonly name: 'rename' | 'move';
  /** What the page says after the change. */
  readonly done: string;
}
