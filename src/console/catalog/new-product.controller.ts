import { productCreate, type ProductDto } from '../../operations/catalog/product.operations.js';
import { CostDto, costSet } from '../../operations/costs/cost.operations.js';
import { deliverySet } from '../../operations/delivery/delivery.operations.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import type { AnyOperation } from '../../operations/operation.js';
import { wordsOf } from '../../pages/words.js';
import { DeliveryReading } from '../delivery/delivery-reading.service.js';
import { typedDelivery } from '../delivery/delivery-way.js';
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

/** What is set of a product once it is made, and the form of its page that sets the same. */
interface ChangeBesides {
  readonly form: string;
  readonly operation: AnyOperation;
  readonly input: object;
}

/** Makes a product in a category. */
@ConsoleController('catalog/categories/:category/products')
@PageWithForms<NewProductController>('catalog.edit', {
  '': {
    operation: productCreate,
    input: (form, { id }) => typedNewProduct(form, id),
    done: 'product',
    to: (_, made) => `catalog/products/${(made as ProductDto).id}`,
    // What is set besides is checked before the product is made.
    shows: (page, visit, { form }) => {
      const besides = page.besides(visit, form);
      return (made) => page.completed(visit, made as ProductDto, besides, form);
    },
  },
})
export class NewProductController {
  constructor(
    private readonly items: ItemReading,
    private readonly products: ProductReading,
    private readonly deliveries: DeliveryReading,
    private readonly forms: FormOperations,
  ) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const place = await this.items.category(visit, id);
    const mayDeliver = visit.caller.may('delivery.edit');
    const choices = mayDeliver ? { choices: await this.deliveries.choices() } : {};
    return newProductPage(visit, { ...place, ...choices }, refused?.state);
  }

  /** Its cost, and who delivers it, as far as they were typed. @throws InvalidFieldsError; ProblemError */
  besides({ caller, language }: Visit, form: FormValues): readonly ChangeBesides[] {
    const cost = caller.may('costs.edit') && checkedInput(CostDto, typedCost(form));
    const mayDeliver = caller.may('delivery.edit');
    const steps = mayDeliver ? typedDelivery(form, wordsOf(language, 'delivery')) : [];
    const hasCost = cost && cost.cost !== null;
    return [
      ...(hasCost ? [{ form: 'cost', operation: costSet, input: cost }] : []),
      ...(steps.length > 0 ? [{ form: 'delivery', operation: deliverySet, input: { steps } }] : []),
    ];
  }

  /** A product that was made stands: if what is set besides is refused, its own page says why. */
  async completed(
    visit: Visit,
    { id }: ProductDto,
    besides: readonly ChangeBesides[],
    form: FormValues,
  ): Promise<Page | undefined> {
    for (const { form: name, operation, input } of besides) {
      const asked = { id, input };
      const fault = await faultOf(() => this.forms.change(operation, visit.caller, asked));
      if (fault) {
        const shown = await this.products.shown(visit, id);
        const page = productPage(visit, shown, refusedForm(name, form, fault));
        return { ...page, status: fault.status };
      }
    }
    return undefined;
  }
}
