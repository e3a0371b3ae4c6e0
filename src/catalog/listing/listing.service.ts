import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockCatalog } from '../import/catalog-lock.js';
import type { AddedCategory, Listing, ListingChanges, NewCategory } from './listing.js';
import {
  ADD_CATEGORIES,
  COUNT_CHANGES,
  CREATE,
  FILL,
  FIND_CATEGORY,
  LEAVE,
  LEVEL,
  STAGE,
  SWITCH_OFF,
  SWITCH_ON,
  UPDATE,
} from './listing.sql.js';

/** The time of a statement is limited in a server, and of each product its words, or its former values, are written as well. */
const PRODUCTS_PER_STATEMENT = 10_000;

/**
 * Writes external catalogs into ours, for modules of higher layers, which know where a catalog comes from and which
 * products follow it. All methods work in the transaction of the caller.
 */
@Injectable()
export class ListingService {
  /** Imports and syncs exclude each other until the transaction ends; reads are not blocked. */
  lock(manager: EntityManager): Promise<void> {
    return lockCatalog(manager);
  }

  /** True for an existing category that is not deleted. */
  async isCategory(manager: EntityManager, id: number): Promise<boolean> {
    return (await manager.query<unknown[]>(FIND_CATEGORY, [id])).length === 1;
  }

  /** The level of a category of ours; 1 for a root. */
  async levelOf(manager: EntityManager, id: number): Promise<number> {
    const [row] = await manager.query<[{ level: number }]>(LEVEL, [id]);
    return row.level;
  }

  /** @returns our id for each key, with the image of theirs, which is not taken over */
  addCategories(
    manager: EntityManager,
    categories: readonly NewCategory[],
  ): Promise<AddedCategory[]> {
    return manager.query(ADD_CATEGORIES, [JSON.stringify(categories)]);
  }

  /**
   * Copies products into the temporary table `staged_listing`, to be compared with ours; once per transaction.
   * @param batches small enough that serializing one does not block the event loop noticeably
   */
  async stage(manager: EntityManager, batches: AsyncIterable<readonly Listing[]>): Promise<void> {
    await manager.query(STAGE);
    for await (const batch of batches) await manager.query(FILL, [JSON.stringify(batch)]);
  }

  /** Leaves products of ours as they are. */
  async hold(manager: EntityManager, products: readonly number[]): Promise<void> {
    await manager.query(LEAVE, [products]);
  }

  /** Counts what `follow` would change. */
  async changes(manager: EntityManager): Promise<ListingChanges> {
    const [changes] = await manager.query<[ListingChanges]>(COUNT_CHANGES);
    return changes;
  }

  /** Applies the staged products to ours. @param changes as counted in this transaction */
  async applyStaged(manager: EntityManager, changes: ListingChanges): Promise<void> {
    const { returned, updated, created } = changes;
    for (const [statement, count] of [
      [SWITCH_ON, returned],
      [UPDATE, updated],
      [CREATE, created],
    ] as const) {
      for (let done = 0; done < count; done += PRODUCTS_PER_STATEMENT) {
        await manager.query(statement, [PRODUCTS_PER_STATEMENT]);
      }
    }
  }

  /** @param products ids of ours */
  async switchOff(manager: EntityManager, products: readonly number[]): Promise<void> {
    for (let done = 0; done < products.length; done += PRODUCTS_PER_STATEMENT) {
      const part = products.slice(done, done + PRODUCTS_PER_STATEMENT);
      await manager.query(SWITCH_OFF, [part]);
    }
  }
}
