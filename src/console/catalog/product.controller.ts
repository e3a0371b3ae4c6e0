import { numericText } from '../../common/decimal.js';
import type { AccountField } from '../../catalog/account-field.js';
import { changesFieldOrder } from '../../catalog/field-order.js';
import { productPicture } from '../../operations/catalog/picture.operations.js';
import {
  productSet,
  productSettings,
  type ProductChangeDto,
  type ProductSettingsDto,
} from '../../operations/catalog/product.operations.js';
import { typedDelivery } from '../delivery/delivery-way.js';
import { costSet } from '../../operations/costs/cost.operations.js';
import { deliverySet } from '../../operations/delivery/delivery.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import { CONFIRMED_FIELD } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { BelowCostQuestion } from './below-cost-question.service.js';
import { NO_PICTURE } from './picture-form.js';
import { productPage, deletionQuestion } from './product-page.js';
import { fieldOrderQuestion } from './product-forms.js';
import { ProductReading } from './product-reading.service.js';
import { typedFields, typedSettings } from './typed-product.js';
import { wordsOf } from '../../pages/words.js';

const CATEGORY = 'category_id';
const SAVED = { operation: productSet, done: 'saved' } as const;

/** One product, and its changes. */
@ConsoleController('catalog/products/:product')
@PageWithForms<ProductController>('catalog.read', {
  settings: {
    operation: productSettings,
    done: 'saved',
    picks: { [CATEGORY]: ({ picker }, text) => picker.category(text) },
    input: (form, { idOf }) => typedSettings(form, idOf(CATEGORY)),
    question: async (page, visit, { id, input }) => {
      const { price } = input as Partial<ProductSettingsDto>;
      if (price === undefined) return undefined;
      const { product } = await page.products.shown(visit, id);
      if (numericText(price) === product.price) return undefined;
      return page.costs.of(visit, { product_id: id, fixed_price: price });
    },
  },
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
  deletion: {
    operation: productSet,
    done: (_, { deleted }: ProductChangeDto) => ({ done: deleted ? 'deleted' : 'restored' }),
    input: (form) => ({ deleted: form.text('deleted') === 'true' }),
    question: (_, visit, { input }) =>
      (input as ProductChangeDto).deleted ? deletionQuestion(visit) : undefined,
  },
  picture: { operation: productPicture, done: 'pictured' },
  'picture/remove': { operation: productPicture, done: 'pictured', input: NO_PICTURE },
  // Of the page, it is what was seen there that is changed.
  cost: { operation: { ...costSet, kind: 'setting' }, done: 'costed' },
  delivery: {
    operation: { ...deliverySet, kind: 'setting' },
    input: (form, { visit }) => ({
      steps: typedDelivery(form, wordsOf(visit.language, 'delivery')),
    }),
    done: 'delivered',
  },
})
export class ProductController {
  constructor(
    readonly products: ProductReading,
    readonly picker: CatalogPicker,
    readonly costs: BelowCostQuestion,
  ) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    return productPage(visit, await this.products.shown(visit, id), refused);
  }
}
