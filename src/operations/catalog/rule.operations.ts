import { AccountService } from '../../account/account.service.js';
import { percentageText } from '../../catalog/price-text.js';
import type { PriceRule } from '../../catalog/rules/price-rule.entity.js';
import { PriceRuleService, type PriceSetting } from '../../catalog/rules/price-rule.service.js';
import { ruleKey, type RuleFor, type RuleOn } from '../../catalog/rules/rule-key.js';
import type { RuleKey } from '../../catalog/rules/rule-queries.js';
import type { VisibilityRule } from '../../catalog/rules/visibility-rule.entity.js';
import { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { flag, money, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { camelCased } from '../../common/camel-cased.js';
import { FlagField, FormField, IdField } from '../fields/fields.js';
import { given } from '../given.js';
import { operation, type Work } from '../operation.js';
import { PERCENTAGE, PRICE } from './described-values.js';

/** For whom a rule is, and what it is about. */
export class RuleKeyDto {
  @IdField({ optional: true, flag: 'account', description: 'For an account.' })
  account_id?: number;

  @IdField({ optional: true, flag: 'group', description: 'For a group.' })
  group_id?: number;

  @IdField({ optional: true, flag: 'category', description: 'A category with all below it.' })
  category_id?: number;

  @IdField({ optional: true, flag: 'product', description: 'One product.' })
  product_id?: number;
}

export class VisibilityDto extends RuleKeyDto {
  @FlagField({ description: 'Without an account and a group it is for everyone.' })
  visible: boolean;
}

export class PriceRuleSettingDto extends RuleKeyDto {
  @FormField({
    ...PERCENTAGE,
    optional: true,
    flag: 'percent',
    description: 'On the base price: +10 is base × 1.10.',
  })
  percentage?: string;

  @FormField({
    ...PRICE,
    optional: true,
    flag: 'fixed',
    description: 'USD a unit, for a product.',
  })
  fixed_price?: string;
}

/** A rule, with null for what it does not name. */
const KEY = {
  account_id: whole.orNull({ example: 2 }),
  group_id: whole.orNull(),
  category_id: whole.orNull(),
  product_id: whole.orNull({ example: 1001 }),
};

export const VISIBILITY_RULE = shapeOf<RuleKey & Pick<VisibilityRule, 'visible'>>()(
  'VisibilityRuleDto',
  { ...KEY, visible: flag() },
);
export type VisibilityRuleDto = ShownBy<typeof VISIBILITY_RULE>;

export const PRICE_RULE = shapeOf<RuleKey & Pick<PriceRule, 'percentage' | 'fixedPrice'>>()(
  'PriceRuleDto',
  {
    ...KEY,
    percentage: money.orNull({ example: '5' }),
    fixed_price: money.orNull(),
  },
);
export type PriceRuleDto = ShownBy<typeof PRICE_RULE>;

/** @throws MissingError if there is no such account or group */
async function partsOf({
  services,
  manager,
  input,
}: Work<unknown, RuleKeyDto>): Promise<[RuleFor, RuleOn]> {
  const { accountId, groupId, categoryId, productId } = camelCased(input);
  const accounts = services(AccountService);
  if (accountId !== undefined) await accounts.get(accountId, manager);
  if (groupId !== undefined) await accounts.group(groupId, manager);
  return [given<RuleFor>({ accountId, groupId }), given<RuleOn>({ categoryId, productId })];
}

export const visibilitySet = operation({
  name: 'visibility set',
  action: ({ visible }) => (visible ? 'visibility show' : 'visibility hide'),
  summary: 'show or hide a category or product for an account, a group or everyone',
  permission: 'visibility.edit',
  route: 'PUT visibility-rules',
  input: VisibilityDto,
  answer: VISIBILITY_RULE.type,
  run: async (work: Work<unknown, VisibilityDto>) => {
    const { services, manager, input } = work;
    const { visible } = input;
    const [audience, target] = await partsOf(work);
    const rules = services(VisibilityRuleService);
    const former = await rules.set(audience, target, visible, manager);
    const answer = VISIBILITY_RULE.of({ ...ruleKey(audience, target), visible });
    return { answer, before: former && { ...VISIBILITY_RULE.of(former) } };
  },
});

export const visibilityClear = operation({
  name: 'visibility clear',
  summary: 'take a rule back',
  permission: 'visibility.edit',
  route: 'DELETE visibility-rules',
  input: RuleKeyDto,
  answer: VISIBILITY_RULE.type,
  run: async (work: Work<unknown, RuleKeyDto>) => {
    const { services, manager } = work;
    const former = await services(VisibilityRuleService).clear(...(await partsOf(work)), manager);
    const answer = VISIBILITY_RULE.of(former);
    return { answer, before: { ...answer }, after: {} };
  },
});

export const priceSet = operation({
  name: 'price set',
  summary: "set a price for an account or a group; an account's replaces its group's",
  permission: 'prices.edit',
  route: 'PUT price-rules',
  input: PriceRuleSettingDto,
  answer: PRICE_RULE.type,
  run: async (work: Work<unknown, PriceRuleSettingDto>) => {
    const { services, manager, input } = work;
    const { percentage, fixed_price: fixedPrice = null } = input;
    const setting = settingOf(input);
    const [audience, target] = await partsOf(work);
    const former = await services(PriceRuleService).set(audience, target, setting, manager);
    const answer = PRICE_RULE.of({
      ...ruleKey(audience, target),
      percentage: percentage === undefined ? null : percentageText(percentage),
      fixedPrice,
    });
    return { answer, before: former && { ...PRICE_RULE.of(former) } };
  },
});

export const priceClear = operation({
  name: 'price set',
  operationId: 'price-clear',
  noted: { clear: true },
  summary: 'take a price back',
  permission: 'prices.edit',
  route: 'DELETE price-rules',
  input: RuleKeyDto,
  answer: PRICE_RULE.type,
  run: async (work: Work<unknown, RuleKeyDto>) => {
    const { services, manager } = work;
    const former = await services(PriceRuleService).clear(...(await partsOf(work)), manager);
    const answer = PRICE_RULE.of(former);
    return { answer, before: { ...answer }, after: {} };
  },
});

/** @throws OperatorError unless it is one of both */
function settingOf({ percentage, fixed_price: fixedPrice }: PriceRuleSettingDto): PriceSetting {
  if (percentage !== undefined && fixedPrice === undefined) return { percentage };
  if (percentage === undefined && fixedPrice !== undefined) return { fixedPrice };
  throw new OperatorError(...sentence('rule.price-missing'));
}

export const RULE_OPERATIONS = [visibilitySet, visibilityClear, priceSet, priceClear];
