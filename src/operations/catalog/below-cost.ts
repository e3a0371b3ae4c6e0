import { BelowCost } from '../../catalog/unusual/below-cost.repository.js';
import type { Services } from '../operation.js';
import type { PriceRuleSettingDto } from './rule.operations.js';

/** As `BelowCost.count`, of a price as it is asked for; none for what is no price that can be set. */
export async function belowCost(
  services: Services,
  { product_id, category_id, fixed_price, percentage }: Partial<PriceRuleSettingDto>,
): Promise<number> {
  const isOne = (fixed_price === undefined) !== (percentage === undefined);
  const isOfProduct = product_id !== undefined && category_id === undefined;
  if (!isOne || ((product_id !== undefined || fixed_price !== undefined) && !isOfProduct)) return 0;
  return services(BelowCost).count({
    productId: product_id,
    categoryId: category_id,
    fixedPrice: fixed_price,
    percentage,
  });
}
