import type { EntityManager } from 'typeorm';

/**
 * Imports and syncs exclude each other until the transaction ends; reads are not blocked. The tables are locked in the
 * order in which deletes lock them, so that there is no deadlock.
 */
export async function lockCatalog(manager: EntityManager): Promise<void> {
  await manager.query(
    'LOCK TABLE visibility_rules, products, categories IN SHARE ROW EXCLUSIVE MODE',
  );
}
