import { HandedOutCodes } from '../../src/fulfillment/codes/clearance/handed-out-codes.js';
import type { TestShop } from './test-shop.js';
import { until } from './until.js';

/** Until the server has looked for its codes in the present lineage, which each restore and each settling changes. */
export function untilLookedForCodes(shop: TestShop): Promise<boolean> {
  return until(async () => {
    const [row] = await shop.db.query('SELECT current_database_lineage() AS lineage');
    return shop.service(HandedOutCodes).answeredIn === row?.lineage;
  });
}
