import type { PriceRule } from '../../catalog/rules/price-rule.entity.js';
import type { PriceRuleService } from '../../catalog/rules/price-rule.service.js';
import type { RuleOn } from '../../catalog/rules/rule-key.js';
import { FIRST_TARGET, type RuleKey, type TargetPlace } from '../../catalog/rules/rule-queries.js';
import type { VisibilityRule } from '../../catalog/rules/visibility-rule.entity.js';
import type { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import type { ListFile } from '../http/list-files.js';
import {
  byId,
  idKey,
  pageOf,
  type ItemsPage,
  type PageQuery,
} from '../../operations/lists/page.js';
import { priceRuleShape, visibilityRuleShape } from './catalog-shapes.js';
import type { PriceRuleDto, VisibilityRuleDto } from './rules.dto.js';

export const VISIBILITY_RULES_FILE: ListFile = {
  permission: 'catalog.read',
  columns: {
    account_id: 'plain',
    group_id: 'plain',
    category_id: 'plain',
    product_id: 'plain',
    visible: 'plain',
  },
};

export function visibilityRulePage(
  rules: VisibilityRuleService,
  query: PageQuery,
  on: RuleOn = {},
): Promise<ItemsPage<VisibilityRuleDto>> {
  const read = (after: number, limit: number) => rules.page(after, limit, on);
  return pageOf(byId<VisibilityRule>('visibility-rules', read), query, visibilityRuleShape);
}

/** The place of a rule among those of its group. */
const OF_GROUP = {
  keyOf: ({ categoryId, productId }: RuleKey) => [String(categoryId ?? 0), String(productId ?? 0)],
  parseKey: (texts: readonly string[]): TargetPlace | undefined => {
    const [category, product] = texts.map((text) => (text === '0' ? 0 : idKey([text])));
    return category === undefined || product === undefined ? undefined : { category, product };
  },
};

/** The rules of visibility of a group. */
export function groupVisibilityPage(
  rules: VisibilityRuleService,
  groupId: number,
  query: PageQuery,
): Promise<ItemsPage<VisibilityRuleDto>> {
  const read = (after = FIRST_TARGET, limit: number) => rules.pageOf({ groupId }, after, limit);
  const list = { name: `visibility of group ${groupId}`, read, ...OF_GROUP };
  return pageOf<VisibilityRule, TargetPlace, VisibilityRuleDto>(list, query, visibilityRuleShape);
}

/** The prices of a group. */
export function groupPricePage(
  rules: PriceRuleService,
  groupId: number,
  query: PageQuery,
): Promise<ItemsPage<PriceRuleDto>> {
  const read = (after = FIRST_TARGET, limit: number) => rules.pageOf({ groupId }, after, limit);
  const list = { name: `prices of group ${groupId}`, read, ...OF_GROUP };
  return pageOf<PriceRule, TargetPlace, PriceRuleDto>(list, query, priceRuleShape);
}

export const PRICE_RULES_FILE: ListFile = {
  permission: 'catalog.read',
  columns: {
    account_id: 'plain',
    group_id: 'plain',
    category_id: 'plain',
    product_id: 'plain',
    percentage: 'plain',
    fixed_price: 'plain',
  },
};

export function priceRulePage(
  rules: PriceRuleService,
  query: PageQuery,
  on: RuleOn = {},
): Promise<ItemsPage<PriceRuleDto>> {
  const read = (after: number, limit: number) => rules.page(after, limit, on);
  return pageOf(byId<PriceRule>('price-rules', read), query, priceRuleShape);
}
