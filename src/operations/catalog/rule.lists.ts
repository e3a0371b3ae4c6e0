import type { PriceRule } from '../../catalog/rules/price-rule.entity.js';
import { PriceRuleService } from '../../catalog/rules/price-rule.service.js';
import type { VisibilityRule } from '../../catalog/rules/visibility-rule.entity.js';
import { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import { list } from '../lists/list.js';
import { byId, ListQuery, rowsOf } from '../lists/page.js';
import { PRICE_RULE, VISIBILITY_RULE } from './rule.operations.js';

export const visibilityList = list({
  name: 'visibility list',
  operationId: 'visibility-rules',
  summary: 'the rules of who may see what, by id',
  permission: 'catalog.read',
  route: 'GET visibility-rules',
  query: ListQuery,
  item: VISIBILITY_RULE,
  page: ({ services, query }) => {
    const rules = services(VisibilityRuleService);
    const read = (after: number, limit: number) => rules.page(after, limit);
    return rowsOf(byId<VisibilityRule>('visibility-rules', read), query);
  },
});

export const priceList = list({
  name: 'price list',
  operationId: 'price-rules',
  summary: 'what accounts and groups pay besides the base prices, by id',
  permission: 'catalog.read',
  route: 'GET price-rules',
  query: ListQuery,
  item: PRICE_RULE,
  page: ({ services, query }) => {
    const rules = services(PriceRuleService);
    const read = (after: number, limit: number) => rules.page(after, limit);
    return rowsOf(byId<PriceRule>('price-rules', read), query);
  },
});
