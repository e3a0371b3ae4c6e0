import { productCreate, type ProductDto } from '../../operations/catalog/product.operations.js';
import { CostDto, costSet } from '../../operations/costs/cost.operations.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import type { FormValues } from '../http/form-values.js';
import { refusedForm, type RefusedForm } from '../http/refused-form.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { ItemReading } from './item-reading.service.js';
import { newProductPage } from './new-product-page.js';
import { productPage } from './product-page.js';
import { ProductReading } from './product-reading.service.js';
import { typedCost, typedNewProduct } from './typed-product.js';

/** Makes a product in a category. */
@ConsoleController('catalog/categories/:category/products')
@PageWithForms<NewProductController>('catalog.edit', {
  '': {
    operation: productCreate,
    input: (form, { id }) => typedNewProduct(form, id),
    done: 'product',
    to: (_, made) => `catalog/products/${(made as ProductDto).id}`,
    shows: (page, visit, { form }) => {
      // Its cost is checked before the product is made.
      const mayCost = visit.caller.may('costs.edit');
      const input = mayCost ? checkedInput(CostDto, typedCost(form)) : { cost: null };
      return (made) =>
        input.cost === null ? undefined : page.withCost(visit, made as ProductDto, input, form);
    },
  },
})
export class NewProductController {
  constructor(
    private readonly items: ItemReading,
    private readonly products: ProductReading,
    private readonly forms: FormOperations,
  ) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    return newProductPage(visit, await this.items.category(visit, id), refused?.state);
  }

  /** A product that was made stands: if its cost is refused, its own page says why. */
  async withCost(
    visit: Visit,
    { id }: ProductDto,
    input: CostDto,
    form: FormValues,
  ): Promise<Page | undefined> {
    const fault = await faultOf(() => this.forms.change(costSet, visit.caller, { id, input }));
    if (!fault) return undefined;
    const shown = await this.products.shown(visit, id);
    const page = productPage(visit, shown, refusedForm('cost', form, fault));
    return { ...page, status: fault.status };
  }
}
