import type { ProductCost } from '../../fulfillment/costs/product-cost.js';
import type { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import type { ListFile } from '../http/list-files.js';
import { cursorOf, idKey, keyAfter, limitOf, type ItemsPage } from '../../operations/lists/page.js';
import { timeOf } from '../../operations/answers/shown.js';
import type { CostQuery, ProductCostDto } from './costs.dto.js';

/** As `souk cost list --csv`, so that the file can be imported. */
export const COSTS_FILE: ListFile<ProductCostDto> = {
  permission: 'costs.read',
  columns: {
    id: 'plain',
    name: 'text',
    price: 'plain',
    cost: 'plain',
    source: 'text',
    set_at: 'plain',
  },
  rowOf: (cost) => ({ id: cost.product_id, ...cost }),
};

const COSTS = { name: 'costs', parseKey: idKey };

/** A page of the products with their costs, by id. */
export async function costPage(
  costs: ProductCosts,
  query: CostQuery,
): Promise<ItemsPage<ProductCostDto>> {
  const { items, next } = await costs.list({
    after: keyAfter(COSTS, query.cursor),
    limit: limitOf(query.limit),
    unknownOnly: query.unknown === 'true',
  });
  const cursor = next === null ? null : cursorOf(COSTS.name, [String(next)]);
  return { items: items.map(costShape), next: cursor };
}

/** Without what others change of the product meanwhile, such as its price. */
export function costAlone({
  cost,
  source,
}: ProductCostDto): Pick<ProductCostDto, 'cost' | 'source'> {
  return { cost, source };
}

export function costShape(cost: ProductCost): ProductCostDto {
  return {
    product_id: cost.productId,
    name: cost.name,
    price: cost.price,
    cost: cost.cost,
    source: cost.source,
    set_at: timeOf(cost.setAt),
  };
}
