import { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import { WordField } from '../fields/fields.js';
import { list } from '../lists/list.js';
import { cursorOf, idKey, keyAfter, limitOf, ListQuery } from '../lists/page.js';
import { COST_SHAPE } from './cost.operations.js';

class CostQuery extends ListQuery {
  @WordField(['true', 'false'], { optional: true, description: 'true: only unknown costs.' })
  unknown?: 'true' | 'false';
}

const COSTS = { name: 'costs', parseKey: idKey };

/** The cursor of what comes after a product. */
export const afterProduct = (id: number): string => cursorOf(COSTS.name, [String(id)]);

export const costList = list({
  name: 'cost list',
  operationId: 'costs',
  summary: 'products with what they cost the shop, by id',
  permission: 'costs.read',
  route: 'GET costs',
  query: CostQuery,
  item: COST_SHAPE,
  // So that the file can be imported.
  called: { product_id: 'id' },
  page: async ({ services, query }) => {
    const { items, next } = await services(ProductCosts).list({
      after: keyAfter(COSTS, query.cursor),
      limit: limitOf(query.limit),
      unknownOnly: query.unknown === 'true',
    });
    return { items: [...items], next: next === null ? null : afterProduct(next) };
  },
});
