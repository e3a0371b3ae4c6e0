import { PriceRuleService } from '../../catalog/rules/price-rule.service.js';
import { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import { list } from '../lists/list.js';
import { byId } from '../lists/page.js';
import { PRICE_RULE, VISIBILITY_RULE } from './rule.operations.js';

export const visibilityList = list({
  name: 'visibility list',
  operationId: 'visibility-rules',
  summary: 'the rules of who may see what, by id',
  permission: 'catalog.read',
  route: 'GET visibility-rules',
  item: VISIBILITY_RULE,
  rows: ({ services }) =>
    byId('visibility-rules', (after, limit) => services(VisibilityRuleService).page(after, limit)),
});

export const priceList = list({
  name: 'price list',
  operationId: 'price-rules',
  summary: 'what accounts and groups pay besides the base prices, by id',
  permission: 'catalog.read',
  route: 'GET price-rules',
  item: PRICE_RULE,
  rows: ({ services }) =>
    byId('price-rules', (after, limit) => services(PriceRuleService).page(after, limit)),
});
