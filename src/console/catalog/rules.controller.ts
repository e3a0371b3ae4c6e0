import { ProblemError } from '../../admin/problems/problem.js';
import {
  priceClear,
  priceSet,
  RuleKeyDto,
  visibilityClear,
  visibilitySet,
} from '../../operations/catalog/rule.operations.js';
import { checkedInput, InvalidFieldsError } from '../../operations/fields/checked-input.js';
import { given } from '../../operations/given.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { OperationForms, type FormPlace } from '../operations/operation-forms.decorator.js';
import { AccountPicker } from '../shell/account-picker.service.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { BelowCostQuestion } from './below-cost-question.service.js';
import { categoryPage } from './category-page.js';
import { ItemReading } from './item-reading.service.js';
import { productPage } from './product-page.js';
import { ProductReading } from './product-reading.service.js';
import { pageOfTarget } from './rule-columns.js';
import type { Language } from '../../locales/language.js';
import { typedNumber } from '../http/form-numbers.js';
import { wordsOf } from '../../pages/words.js';

const ACCOUNT = 'account_id';

const SET = { done: 'ruleSet', to: (_: string, rule: object) => pageOfTarget(rule) };
const NEW = {
  ...SET,
  picks: { [ACCOUNT]: ({ accounts }: RulesController, text: string) => accounts.pick(text) },
};
const CLEARED = {
  ...SET,
  done: 'ruleCleared',
  input: (form: FormValues) => ({ ...targetIn(form), ...typedRuleKey(form) }),
};

/** Who sees a category or product, and at which price. */
@ConsoleController('catalog/rules')
@OperationForms<RulesController>({
  visibility: {
    ...NEW,
    operation: visibilitySet,
    input: (form, place) => ({
      ...newRule(form, place),
      visible: form.text('visible') === 'true',
    }),
  },
  'visibility/clear': { ...CLEARED, operation: visibilityClear },
  prices: {
    ...NEW,
    operation: priceSet,
    input: (form, place) => ({
      ...newRule(form, place),
      ...form.given('percentage', 'fixed_price'),
    }),
    question: (page, visit, { input }) => page.costs.of(visit, input),
  },
  'prices/clear': { ...CLEARED, operation: priceClear },
})
export class RulesController {
  constructor(
    private readonly items: ItemReading,
    private readonly products: ProductReading,
    readonly accounts: AccountPicker,
    readonly costs: BelowCostQuestion,
  ) {}

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    const { category_id: category = 0, product_id: product } = targetIn(refused?.form);
    return product === undefined
      ? categoryPage(visit, await this.items.category(visit, category), refused)
      : productPage(visit, await this.products.shown(visit, product), refused);
  }
}

/** What a new rule is about, and for whom it is: an account is found by the text that names it. */
function newRule(form: FormValues, { visit, idOf }: FormPlace<RulesController>): object {
  const target = targetIn(form);
  assertAudience(form, visit.language);
  return { ...typedRuleKey(form), ...target, ...given({ [ACCOUNT]: idOf(ACCOUNT) }) };
}

/** What the rule is about, on whose page it was sent. @throws ProblemError without a category and a product */
function targetIn(form: FormValues | undefined): RuleKeyDto {
  const target = checkedInput(RuleKeyDto, form ? typedTarget(form) : {});
  if (target.product_id ?? target.category_id) return target;
  throw new ProblemError('malformed-request', 'The form is not complete.');
}

/** Nobody is named by leaving fields empty: everyone has to be chosen. @throws InvalidFieldsError if a form does not say for whom its rule is */
function assertAudience(form: FormValues, language: Language): void {
  const words = wordsOf(language, 'ruleForm');
  const whom = form.text('for_whom');
  const faults: { field: string; message: string }[] = [];
  if (!['account', 'group', 'everyone'].includes(whom)) {
    faults.push({ field: 'for_whom', message: words.noWhom });
  } else {
    const named = { account: words.noAccountNamed, group: words.noGroupNamed };
    for (const [kind, unnamed] of Object.entries(named)) {
      const isEmpty = form.text(`${kind}_id`) === '';
      const message = isEmpty ? unnamed : words.notMeant;
      if (isEmpty === (whom === kind)) faults.push({ field: `${kind}_id`, message });
    }
  }
  if (faults.length > 0) throw new InvalidFieldsError(faults);
}

/** For whom a rule is, and what it is about. */
function typedRuleKey(form: FormValues) {
  return { ...typedIds(form, 'account_id', 'group_id'), ...typedTarget(form) };
}

/** What a rule is about. */
function typedTarget(form: FormValues): object {
  return typedIds(form, 'category_id', 'product_id');
}

function typedIds(form: FormValues, ...names: readonly string[]): object {
  return given(Object.fromEntries(names.map((name) => [name, typedNumber(form.text(name))])));
}
