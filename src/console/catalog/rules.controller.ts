import { Post } from '@nestjs/common';
import { PriceRuleSettingDto, RuleKeyDto, VisibilityDto } from '../../admin/catalog/rules.dto.js';
import { RuleAdmin } from '../../admin/catalog/rule-admin.service.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { refusedForm } from '../http/refused-form.js';
import type { FormFault } from '../../pages/form.js';
import { pickerFault, type Picked } from '../../pages/picker.js';
import { AccountPicker } from '../shell/account-picker.service.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { categoryPage } from './category-page.js';
import { ItemReading } from './item-reading.service.js';
import { productPage } from './product-page.js';
import { ProductReading } from './product-reading.service.js';
import type { RuleFormName } from './rule-columns.js';
import { pageOfTarget, type RuleTarget } from './shown-items.js';
import { audienceFault, typedPrice, typedRuleKey, typedVisibility } from './typed-rule.js';

/** Who sees a category or product, and at which price. */
@ConsoleController('catalog/rules')
export class RulesController {
  constructor(
    private readonly items: ItemReading,
    private readonly products: ProductReading,
    private readonly changes: RuleAdmin,
    private readonly accounts: AccountPicker,
  ) {}

  @Post('visibility')
  @NeedsPermission('visibility.edit')
  setVisibility(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.after(visit, newRule(visit, form, 'visibility'), (account) =>
      this.changes.setVisibility(
        checkedInput(VisibilityDto, typedVisibility(form, account)),
        visit.caller.author,
      ),
    );
  }

  @Post('visibility/clear')
  @NeedsPermission('visibility.edit')
  clearVisibility(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.after(visit, { form, name: 'visibility', done: 'ruleCleared' }, () =>
      this.changes.clearVisibility(
        checkedInput(RuleKeyDto, typedRuleKey(form)),
        visit.caller.author,
      ),
    );
  }

  @Post('prices')
  @NeedsPermission('prices.edit')
  setPrice(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.after(visit, newRule(visit, form, 'prices'), (account) =>
      this.changes.setPrice(
        checkedInput(PriceRuleSettingDto, typedPrice(form, account)),
        visit.caller.author,
      ),
    );
  }

  @Post('prices/clear')
  @NeedsPermission('prices.edit')
  clearPrice(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.after(visit, { form, name: 'prices', done: 'ruleCleared' }, () =>
      this.changes.clearPrice(checkedInput(RuleKeyDto, typedRuleKey(form)), visit.caller.author),
    );
  }

  private async after(
    visit: Visit,
    { form, name, done, wrong }: RuleForm,
    change: (account: Picked) => Promise<unknown>,
  ): Promise<Page | SeeOther> {
    const target = targetIn(form);
    const picked = await this.accounts.pick(form.text('account_id'));
    const fault =
      wrong ??
      pickerFault(picked, 'account_id', visit.language) ??
      (await faultOf(async () => {
        await change(picked);
      }));
    if (!fault) return new SeeOther(pageOfTarget(target), { done });
    const refused = { ...refusedForm(name, form, fault), picked };
    return target.product_id === undefined
      ? categoryPage(visit, await this.items.category(visit, target.category_id), refused)
      : productPage(visit, await this.products.shown(visit, target.product_id), refused);
  }
}

/** A form of a rule that was sent. */
interface RuleForm {
  readonly form: FormValues;
  readonly name: RuleFormName;
  /** What the page says after the change. */
  readonly done: string;
  /** Why it does not say for whom the rule is. */
  readonly wrong?: FormFault | undefined;
}

function newRule({ language }: Visit, form: FormValues, name: RuleFormName): RuleForm {
  return { form, name, done: 'ruleSet', wrong: audienceFault(form, language) };
}

/** What the rule is about, on whose page it was sent. @throws ProblemError without a category and a product */
function targetIn(form: FormValues): RuleTarget {
  const { category_id: category, product_id: product } = checkedInput(RuleKeyDto, targetIds(form));
  if (product !== undefined) return { product_id: product };
  if (category !== undefined) return { category_id: category };
  throw new ProblemError('malformed-request', 'The form is not complete.');
}

function targetIds(form: FormValues): object {
  const ids = Object.entries(typedRuleKey(form));
  return Object.fromEntries(
    ids.filter(([name]) => name === 'category_id' || name === 'product_id'),
  );
}
