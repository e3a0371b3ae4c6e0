import {
  priceClear,
  priceSet,
  visibilityClear,
  visibilitySet,
} from '../../operations/catalog/rule.operations.js';
import { BelowCostQuestion } from '../catalog/below-cost-question.service.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { PageWithForms, type FormPlace } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { accountProductPage } from './account-product-page.js';
import { AccountProductReading } from './account-product-reading.service.js';

const SET = { done: 'set' };
const CLEARED = { done: 'cleared', input: (_: FormValues, place: Place) => idsOf(place) };

/** A product as an account sees it, and the rules of the account on it. */
@ConsoleController('accounts/:account/catalog/products/:product')
@PageWithForms<OwnRulesController>('catalog.read', {
  visibility: {
    ...SET,
    operation: visibilitySet,
    input: (form, place) => ({ ...idsOf(place), visible: form.text('visible') === 'true' }),
  },
  'visibility/clear': { ...CLEARED, operation: visibilityClear },
  price: {
    ...SET,
    operation: priceSet,
    input: (form, place) => ({ ...idsOf(place), ...form.given('percentage', 'fixed_price') }),
    question: (page, visit, { input }) => page.costs.of(visit, input),
  },
  'price/clear': { ...CLEARED, operation: priceClear },
})
export class OwnRulesController {
  constructor(
    private readonly reading: AccountProductReading,
    readonly costs: BelowCostQuestion,
  ) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>, above = 0): Promise<Page> {
    return accountProductPage(visit, await this.reading.shown(above, id), refused);
  }
}

type Place = Pick<FormPlace<unknown>, 'id' | 'above'>;

function idsOf({ id, above }: Place): object {
  return { account_id: above, product_id: id };
}
