import { BelowCost } from '../../catalog/unusual/below-cost.repository.js';
import { camelCased } from '../../common/camel-cased.js';
import type { Services } from '../operation.js';
import type { PriceRuleSettingDto } from './rule.operations.js';

/** As `BelowCost.count`, of a price as it is asked for; none for what is no price that can be set. */
export async function belowCost(
  services: Services,
  asked: Partial<PriceRuleSettingDto>,
): Promise<number> {
  const { productId, categoryId, fixedPrice, percentage } = camelCased(asked);
  const isOfBoth = productId !== undefined && categoryId !== undefined;
  const isFixedForMany = fixedPrice !== undefined && productId === undefined;
  const isOne = (fixedPrice === undefined) !== (percentage === undefined);
  if (!isOne || isOfBoth || isFixedForMany) return 0;
  return services(BelowCost).count({ productId, categoryId, fixedPrice, percentage });
}
