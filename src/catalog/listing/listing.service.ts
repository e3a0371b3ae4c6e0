import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockCatalog } from '../import/catalog-lock.js';
import type { Listing, ListingChanges, NewCategory } from './listing.js';
import {
  ADD_CATEGORIES,
  COUNT_CHANGES,
  CREATE,
  FILL,
  FIND_CATEGORY,
  LEVEL,
  STAGE,
  SWITCH_OFF,
  SWITCH_ON,
  UPDATE,
} from './listing.sql.js';

/**
 * Lists catalogs from elsewhere in ours, for rooms above, which know whose they are and what is to follow them. All in
 * the caller's transaction.
 */
@Injectable()
export class ListingService {
  /** Makes all who bring in a catalog take turns; reading goes on. */
  lock(manager: EntityManager): Promise<void> {
    return lockCatalog(manager);
  }

  /** True for a category that was not deleted. */
  async isCategory(manager: EntityManager, id: number): Promise<boolean> {
    return (await manager.query<unknown[]>(FIND_CATEGORY, [id])).length === 1;
  }

  /** On which level a category of ours stands, 1 for a root. */
  async levelOf(manager: EntityManager, id: number): Promise<number> {
    const [row] = await manager.query<[{ level: number }]>(LEVEL, [id]);
    return row.level;
  }

  /** @returns our id for each, by its key */
  addCategories(
    manager: EntityManager,
    categories: readonly NewCategory[],
  ): Promise<{ key: number; id: number }[]> {
    return manager.query(ADD_CATEGORIES, [JSON.stringify(categories)]);
  }

  /**
   * Holds products ready in the temporary table `staged_listing`, to be compared with ours; once in a transaction.
   * @param batches each of so few that no other request waits for one
   */
  async stage(manager: EntityManager, batches: AsyncIterable<readonly Listing[]>): Promise<void> {
    await manager.query(STAGE);
    for await (const batch of batches) await manager.query(FILL, [JSON.stringify(batch)]);
  }

  /** What `follow` would change. */
  async changes(manager: EntityManager): Promise<ListingChanges> {
    const [changes] = await manager.query<[ListingChanges]>(COUNT_CHANGES);
    return changes;
  }

  /** Brings our products in step with what is staged. @param changes as they were counted in this transaction */
  async follow(manager: EntityManager, changes: ListingChanges): Promise<void> {
    if (changes.returned > 0) await manager.query(SWITCH_ON);
    if (changes.updated > 0) await manager.query(UPDATE);
    if (changes.created > 0) await manager.query(CREATE);
  }

  /** @param products ours, by their ids */
  async switchOff(manager: EntityManager, products: readonly number[]): Promise<void> {
    if (products.length > 0) await manager.query(SWITCH_OFF, [products]);
  }
}
