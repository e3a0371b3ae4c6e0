import type { PriceChange } from '../../catalog/editing/base-price.service.js';
import type { PriceRule } from '../../catalog/rules/price-rule.entity.js';
import type { RuleKey } from '../../catalog/rules/rule-queries.js';
import type { VisibilityRule } from '../../catalog/rules/visibility-rule.entity.js';
import { numericText } from '../../common/decimal.js';
import type { ChangedPriceDto } from './base-prices.dto.js';
import type { PriceRuleDto, VisibilityRuleDto } from './rules.dto.js';

export function visibilityRuleShape(
  rule: RuleKey & Pick<VisibilityRule, 'visible'>,
): VisibilityRuleDto {
  return { ...keyShape(rule), visible: rule.visible };
}

export function priceRuleShape(
  rule: RuleKey & Pick<PriceRule, 'percentage' | 'fixedPrice'>,
): PriceRuleDto {
  const { percentage, fixedPrice } = rule;
  return {
    ...keyShape(rule),
    percentage: percentage === null ? null : numericText(percentage),
    fixed_price: fixedPrice === null ? null : numericText(fixedPrice),
  };
}

export function changedPriceShape({ id, name, before, after }: PriceChange): ChangedPriceDto {
  return { product_id: id, name, before: numericText(before), after: numericText(after) };
}

function keyShape({ accountId, groupId, categoryId, productId }: RuleKey) {
  return {
    account_id: accountId,
    group_id: groupId,
    category_id: categoryId,
    product_id: productId,
  };
}
