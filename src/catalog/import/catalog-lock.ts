import type { EntityManager } from 'typeorm';

/**
 * Makes all who bring in a catalog take turns until the transaction ends; reading goes on. From the leaves to the root,
 * as deleting does.
 */
export async function lockCatalog(manager: EntityManager): Promise<void> {
  await manager.query(
    'LOCK TABLE visibility_rules, products, categories IN SHARE ROW EXCLUSIVE MODE',
  );
}
