import { Post } from '@nestjs/common';
import type { AccountField } from '../../catalog/account-field.js';
import { changesFieldOrder } from '../../catalog/field-order.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathId } from '../../admin/http/path-parts.js';
import {
  productPriceSetting,
  productSet,
  type ProductChangeDto,
} from '../../operations/catalog/product.operations.js';
import { DELIVERY_WORDS } from '../delivery/delivery-words.js';
import { typedDelivery } from '../delivery/typed-delivery.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import {
  costAlone,
  CostDto,
  costSet,
  type ProductCostDto,
} from '../../operations/costs/cost.operations.js';
import { DeliverySettingDto, deliverySet } from '../../operations/delivery/delivery.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { preconditionIn } from '../http/form-tag.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { refusedForm, type RefusedForm } from '../http/refused-form.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import { CONFIRMED_FIELD } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { productPage } from './product-page.js';
import { fieldOrderQuestion } from './fields-form.js';
import { deletionQuestion } from './product-switches.js';
import { ProductReading } from './product-reading.service.js';
import { typedCost, typedFacts, typedFields, typedQuantities } from './typed-product.js';

const CATEGORY = 'category_id';
const SAVED = { operation: productSet, done: 'saved' } as const;

/** One product, and its changes. */
@ConsoleController('catalog/products/:product')
@PageWithForms<ProductController>('catalog.read', {
  facts: {
    ...SAVED,
    picks: { [CATEGORY]: ({ picker }, text) => picker.category(text) },
    input: (form, { idOf }) => typedFacts(form, idOf(CATEGORY)),
  },
  quantities: { ...SAVED, input: typedQuantities },
  fields: {
    ...SAVED,
    input: (form) => ({
      ...typedFields(form),
      ...(form.has(CONFIRMED_FIELD) && { reorder_fields: true }),
    }),
    question: async ({ products }, visit, { id, input }) => {
      const { product } = await products.shown(visit, id);
      const { fields = [] } = input as { readonly fields?: AccountField[] };
      return changesFieldOrder(product.fields as AccountField[], fields)
        ? fieldOrderQuestion(visit)
        : undefined;
    },
  },
  availability: {
    ...SAVED,
    input: (form) => ({ available: form.text('available') === 'true' }),
  },
  deletion: {
    operation: productSet,
    done: (_, { deleted }: ProductChangeDto) => ({ done: deleted ? 'deleted' : 'restored' }),
    input: (form) => ({ deleted: form.text('deleted') === 'true' }),
    question: (_, visit, { input }) =>
      (input as ProductChangeDto).deleted ? deletionQuestion(visit) : undefined,
  },
  price: { operation: productPriceSetting, done: 'priced' },
})
export class ProductController {
  constructor(
    readonly products: ProductReading,
    readonly picker: CatalogPicker,
    readonly forms: FormOperations,
  ) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    return productPage(visit, await this.products.shown(visit, id), refused);
  }

  @Post('cost')
  @NeedsPermission('costs.edit')
  setCost(
    @CurrentVisit() visit: Visit,
    @PathId('product') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.after(visit, { id, form, name: 'cost', done: 'costed' }, () => {
      const input = checkedInput(CostDto, typedCost(form));
      const expected = preconditionIn(form);
      const expects = (shown: object): void => {
        expected.assert(costAlone(shown as ProductCostDto));
      };
      return this.forms.change(costSet, visit.caller, { id, input, expects });
    });
  }

  @Post('delivery')
  @NeedsPermission('delivery.edit')
  setDelivery(
    @CurrentVisit() visit: Visit,
    @PathId('product') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.after(visit, { id, form, name: 'delivery', done: 'delivered' }, () => {
      const given = { steps: typedDelivery(form, DELIVERY_WORDS[visit.language]) };
      const input = checkedInput(DeliverySettingDto, given);
      const expects = preconditionIn(form).assert;
      return this.forms.change(deliverySet, visit.caller, { id, input, expects });
    });
  }

  private async after(
    visit: Visit,
    { id, form, name, done }: ProductForm,
    change: () => Promise<unknown>,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(change);
    if (!fault) return new SeeOther(`catalog/products/${id}`, { done });
    const page = await this.page(visit, id, refusedForm(name, form, fault));
    return { ...page, status: fault.status };
  }
}

/** A form of the page of a product that was sent. */
interface ProductForm {
  readonly id: number;
  readonly form: FormValues;
  readonly name: string;
  /** What the page says after the change. */
  readonly done: string;
}
