import { Get, Post } from '@nestjs/common';
import { CostDto, costSet } from '../../operations/costs/cost.operations.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathId } from '../../admin/http/path-parts.js';
import { productCreate, type ProductDto } from '../../operations/catalog/product.operations.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf, formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { refusedForm } from '../http/refused-form.js';
import { FormOperations } from '../operations/form-operations.service.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentConsoleRequest, CurrentVisit, Visit, type ConsoleRequest } from '../visit/visit.js';
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
    private readonly forms: FormOperations,
  ) {}

  @Get()
  @NeedsPermission('catalog.edit')
  async show(@CurrentVisit() visit: Visit, @PathId('category') id: number): Promise<Page> {
    return newProductPage(visit, await this.items.category(visit, id));
  }

  /** By hand, since its cost is set as well. */
  @Post()
  @NeedsPermission('catalog.edit')
  async create(
    @CurrentVisit() visit: Visit,
    @PathId('category') id: number,
    @CurrentConsoleRequest() request: ConsoleRequest,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const { caller } = visit;
    try {
      const ask = await this.forms.asked(productCreate, request, 0, typedNewProduct(form, id));
      // A cost is checked before the product is made.
      const { cost } = caller.may('costs.edit')
        ? checkedInput(CostDto, typedCost(form))
        : { cost: null };
      const made = (await this.forms.run(productCreate, request, ask)) as ProductDto;
      return await this.withCost(visit, made.id, cost, form);
    } catch (error) {
      const state = { ...form.sent, fault: formFault(error) };
      return newProductPage(visit, await this.items.category(visit, id), state);
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
      const fault = await faultOf(() =>
        this.forms.change(costSet, visit.caller, { id, input: { cost } }),
      );
      if (fault) {
        const shown = await this.products.shown(visit, id);
        const page = productPage(visit, shown, refusedForm('cost', form, fault));
        return { ...page, status: fault.status };
      }
    }
    return new SeeOther(`catalog/products/${id}`, { done: 'product' });
  }
}
