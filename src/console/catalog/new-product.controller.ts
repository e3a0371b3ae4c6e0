import { Get, Post } from '@nestjs/common';
import { ItemAdmin } from '../../admin/catalog/item-admin.service.js';
import { NewProductDto } from '../../admin/catalog/items.dto.js';
import { CostAdmin } from '../../admin/costs/cost-admin.service.js';
import { CostDto } from '../../admin/costs/costs.dto.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathId } from '../../admin/http/path-parts.js';
import { OnceOnlyChanges } from '../../admin/requests/once-only.service.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { CurrentFormKey } from '../http/form-key.js';
import { faultOf, formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { refusedForm } from '../http/refused-form.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { ItemReading } from './item-reading.service.js';
import { newProductPage } from './new-product-page.js';
import { productPage } from './product-page.js';
import { ProductReading } from './product-reading.service.js';
import { typedCost, typedNewProduct } from './typed-product.js';

/** Makes a product in a category. */
@ConsoleController('catalog/categories/:category/products')
export class NewProductController {
  constructor(
    private readonly items: ItemReading,
    private readonly products: ProductReading,
    private readonly changes: ItemAdmin,
    private readonly costs: CostAdmin,
    private readonly onceOnly: OnceOnlyChanges,
  ) {}

  @Get()
  @NeedsPermission('catalog.edit')
  async show(@CurrentVisit() visit: Visit, @PathId('category') id: number): Promise<Page> {
    return newProductPage(visit, await this.items.category(id, visit.query));
  }

  @Post()
  @NeedsPermission('catalog.edit')
  async create(
    @CurrentVisit() visit: Visit,
    @PathId('category') id: number,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const { caller } = visit;
    try {
      const product = checkedInput(NewProductDto, typedNewProduct(form, id));
      // A cost is checked before the product is made.
      const { cost } = caller.may('costs.edit')
        ? checkedInput(CostDto, typedCost(form))
        : { cost: null };
      const create = () => this.changes.createProduct(product, caller.author);
      const made = await this.onceOnly.runUnlessSent(key, create);
      return await this.withCost(visit, made.id, cost, form);
    } catch (error) {
      const state = { values: form.shown, fault: formFault(error) };
      return newProductPage(visit, await this.items.category(id, visit.query), state);
    }
  }

  /** A product that was made stands: if its cost is refused, its own page says why. */
  private async withCost(
    visit: Visit,
    id: number,
    cost: string | null,
    form: FormValues,
  ): Promise<Page | SeeOther> {
    if (cost !== null) {
      const fault = await faultOf(() => this.costs.set(id, cost, visit.caller.author));
      if (fault) {
        return productPage(
          visit,
          await this.products.shown(visit, id),
          refusedForm('cost', form, fault),
        );
      }
    }
    return new SeeOther(`catalog/products/${id}`, { done: 'product' });
  }
}
