import type { CsvColumns } from '../../common/csv.js';
import type { FairQueue } from '../../common/fair-queue.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import type { ProductCost } from '../../fulfillment/costs/product-cost.js';
import type { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import type { Caller } from '../access/caller.js';
import { idKey, pageOf, type ItemsPage } from '../http/page.js';
import { pagedFile } from '../http/paged-file.js';
import { timeOf } from '../http/shown.js';
import type { CostQuery, ProductCostDto } from './costs.dto.js';

/** Those of `souk cost list --csv`, so that the file can be imported. */
const COLUMNS: CsvColumns = {
  id: 'plain',
  name: 'text',
  price: 'plain',
  cost: 'plain',
  source: 'text',
  set_at: 'plain',
};

/** A page of the products with their costs, by id. */
export function costPage(
  costs: ProductCosts,
  query: CostQuery,
): Promise<ItemsPage<ProductCostDto>> {
  const unknownOnly = query.unknown === 'true';
  const read = async (after: number | undefined, limit: number) =>
    (await costs.list({ after, limit, unknownOnly })).items;
  const keyOf = ({ productId }: ProductCost) => [String(productId)];
  return pageOf({ name: 'costs', read, keyOf, parseKey: idKey }, query, costShape);
}

/** All of them as one file. @param turns in which the parts of files are read */
export function costFile(
  costs: ProductCosts,
  query: CostQuery,
  turns: FairQueue<number>,
  caller: Caller,
): StreamedAnswer {
  const unknownOnly = query.unknown === 'true';
  const read = async (after: number | undefined, limit: number) => {
    const { items, next } = await costs.list({ after, limit, unknownOnly });
    const rows = items.map((cost) => ({ id: cost.productId, ...costShape(cost) }));
    return { rows, next };
  };
  return pagedFile({ columns: COLUMNS, permission: 'costs.read', read }, turns, caller);
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
