import { BelowCost, type AskedPrice } from '../../catalog/unusual/below-cost.repository.js';
import type { Services } from '../operation.js';

/** As `BelowCost.count`. */
export function belowCost(services: Services, price: AskedPrice): Promise<number> {
  return services(BelowCost).count(price);
}
