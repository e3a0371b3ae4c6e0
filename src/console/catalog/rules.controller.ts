import { ProblemError } from '../../admin/problems/problem.js';
import {
  priceClear,
  priceSet,
  RuleKeyDto,
  visibilityClear,
  visibilitySet,
} from '../../operations/catalog/rule.operations.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { given } from '../../operations/given.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { OperationForms, type FormPlace } from '../operations/operation-forms.decorator.js';
import { AccountPicker } from '../shell/account-picker.service.js';
import { pickedId } from '../shell/picked-id.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { categoryPage } from './category-page.js';
import { ItemReading } from './item-reading.service.js';
import { productPage } from './product-page.js';
import { ProductReading } from './product-reading.service.js';
import { pageOfTarget } from './shown-items.js';
import { assertAudience, typedRuleKey, typedTarget } from './typed-rule.js';

const ACCOUNT = 'account_id';

const SET = { done: 'ruleSet', to: (_: string, rule: object) => pageOfTarget(rule) };
const CLEARED = {
  ...SET,
  done: 'ruleCleared',
  input: (form: FormValues) => ({ ...targetIn(form), ...typedRuleKey(form) }),
};

/** Who sees a category or product, and at which price. */
@ConsoleController('catalog/rules')
@OperationForms<RulesController>({
  visibility: {
    ...SET,
    operation: visibilitySet,
    input: async (form, place) => ({
      ...(await newRule(form, place)),
      visible: form.text('visible') === 'true',
    }),
  },
  'visibility/clear': { ...CLEARED, operation: visibilityClear },
  prices: {
    ...SET,
    operation: priceSet,
    input: async (form, place) => ({
      ...(await newRule(form, place)),
      ...form.given('percentage', 'fixed_price'),
    }),
  },
  'prices/clear': { ...CLEARED, operation: priceClear },
})
export class RulesController {
  constructor(
    private readonly items: ItemReading,
    private readonly products: ProductReading,
    readonly accounts: AccountPicker,
  ) {}

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    const { category_id: category = 0, product_id: product } = targetIn(refused?.form);
    const picked = await this.accounts.pick(refused?.form?.text(ACCOUNT) ?? '');
    const shown = refused && { ...refused, picked };
    return product === undefined
      ? categoryPage(visit, await this.items.category(visit, category), shown)
      : productPage(visit, await this.products.shown(visit, product), shown);
  }
}

/** What a new rule is about, and for whom it is: an account is found by the text that names it. */
async function newRule(
  form: FormValues,
  { page, visit: { language } }: FormPlace<RulesController>,
): Promise<object> {
  const target = targetIn(form);
  assertAudience(form, language);
  const picked = await page.accounts.pick(form.text(ACCOUNT));
  const account = pickedId(picked, ACCOUNT, language);
  return { ...typedRuleKey(form), ...target, ...given({ [ACCOUNT]: account }) };
}

/** What the rule is about, on whose page it was sent. @throws ProblemError without a category and a product */
function targetIn(form: FormValues | undefined): RuleKeyDto {
  const target = checkedInput(RuleKeyDto, form ? typedTarget(form) : {});
  if (target.product_id ?? target.category_id) return target;
  throw new ProblemError('malformed-request', 'The form is not complete.');
}
