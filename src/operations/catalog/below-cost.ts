import { BelowCost } from '../../catalog/unusual/below-cost.repository.js';
import type { Services } from '../operation.js';
import type { PriceRuleSettingDto } from './rule.operations.js';

/** As `BelowCost.count`, of a price as it is asked for. */
export function belowCost(
  services: Services,
  { product_id, category_id, fixed_price, percentage }: Partial<PriceRuleSettingDto>,
): Promise<number> {
  return services(BelowCost).count({
    productId: product_id,
    categoryId: category_id,
    fixedPrice: fixed_price,
    percentage,
  });
}
