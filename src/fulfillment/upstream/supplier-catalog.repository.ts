import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CatalogFileCategory } from '../../catalog/import/catalog-file.js';
import type { PackedCatalog } from '../../catalog/import/thread/packed-catalog.js';
import {
  ADD_CATEGORIES,
  CATEGORIES,
  COUNT_CHANGES,
  COUNT_LISTED,
  CREATE,
  FILL,
  FIND_CATEGORY,
  LEVEL,
  MARKUPS,
  NOTE_GONE,
  NOTE_RETURNED,
  SET_MARKUP,
  STAGE,
  SWITCH_OFF,
  SWITCH_ON,
  UNSET_MARKUP,
  UPDATE,
} from './supplier-catalog.sql.js';
import { listing, markupsOf, type Markups } from './supplier-listing.js';
import type { Supplier } from './supplier.entity.js';

/** What a look at a supplier's catalog changed in ours: products, by what happened to them. */
export interface CatalogChanges {
  readonly created: number;
  readonly updated: number;
  /** Switched off, because the supplier has them no more. */
  readonly gone: number;
  /** Switched on again. */
  readonly returned: number;
}

/** What of a supplier's catalog is listed, and how. */
export interface StagedCatalog {
  /** Its categories by their level, from the root on. */
  readonly levels: readonly (readonly CatalogFileCategory[])[];
  readonly products: PackedCatalog['products'];
  readonly markups: Markups;
  readonly signal?: AbortSignal | undefined;
}

/** Categories that are added in one statement. */
const BATCH = 500;

/** The listing of a supplier's catalog in ours. All in the caller's transaction. */
@Injectable()
export class SupplierCatalogRepository {
  /** Makes all who change the catalog take turns; reading goes on. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query(
      'LOCK TABLE visibility_rules, products, categories IN SHARE ROW EXCLUSIVE MODE',
    );
  }

  /** How many products the supplier had at the last look, and how many of them it still has. @param staged before */
  async countListed(
    manager: EntityManager,
    supplierId: number,
  ): Promise<{ listed: number; kept: number }> {
    const rows = await manager.query<[{ listed: number; kept: number }]>(COUNT_LISTED, [
      supplierId,
    ]);
    return rows[0];
  }

  /** On which level a category of ours stands, 1 for a root. */
  async levelOf(manager: EntityManager, id: number): Promise<number> {
    const [row] = await manager.query<[{ level: number }]>(LEVEL, [id]);
    return row.level;
  }

  /** True for a category that was not deleted. */
  async isCategory(manager: EntityManager, id: number): Promise<boolean> {
    return (await manager.query<unknown[]>(FIND_CATEGORY, [id])).length === 1;
  }

  async markups(manager: EntityManager, supplierId: number): Promise<Map<number, string>> {
    const rows = await manager.query<{ category: number; markup: string }[]>(MARKUPS, [supplierId]);
    return new Map(rows.map(({ category, markup }) => [category, markup]));
  }

  /** @param markup null for none of its own */
  async setMarkup(
    manager: EntityManager,
    supplierId: number,
    category: number,
    markup: string | null,
  ): Promise<void> {
    if (markup === null) await manager.query(UNSET_MARKUP, [supplierId, category]);
    else await manager.query(SET_MARKUP, [supplierId, category, markup]);
  }

  /**
   * Lists the supplier's categories, and holds its products ready to be compared with ours.
   * @param levels of its categories, from the root on
   * @param signal breaks off between two batches
   */
  async stage(
    manager: EntityManager,
    supplier: Supplier,
    { levels, products, markups, signal }: StagedCatalog,
  ): Promise<void> {
    const ours = await this.listCategories(manager, supplier, levels);
    const markupAt = markupsOf(levels.flat(), markups);
    await manager.query(STAGE);
    for await (const batch of products.batches()) {
      signal?.throwIfAborted();
      const rows = batch.map((product) => {
        const { category_id: theirs } = product;
        const markup = markupAt.get(theirs) ?? markups.general;
        return listing(product, supplier.name, { category: ours.get(theirs) ?? theirs, markup });
      });
      await manager.query(FILL, [JSON.stringify(rows)]);
    }
  }

  /** Brings our products in step with what is staged. */
  async follow(manager: EntityManager, supplier: Supplier): Promise<CatalogChanges> {
    const { id, name } = supplier;
    const [changes] = await manager.query<[CatalogChanges]>(COUNT_CHANGES, [id, name]);
    if (changes.returned > 0) await manager.query(SWITCH_ON, [id]);
    if (changes.updated > 0) await manager.query(UPDATE, [id, name]);
    if (changes.created > 0) await manager.query(CREATE, [id]);
    const off = changes.gone > 0 ? await switchOff(manager, supplier) : [];
    await manager.query(NOTE_GONE, [id, off]);
    await manager.query(NOTE_RETURNED, [id]);
    return changes;
  }

  /** @returns our category for each of theirs. Once listed, a category is the operator's to name and to move. */
  private async listCategories(
    manager: EntityManager,
    { id: supplierId, intoCategory }: Supplier,
    levels: StagedCatalog['levels'],
  ): Promise<ReadonlyMap<number, number>> {
    interface Pair {
      readonly theirs: number;
      readonly ours: number;
    }
    const known = await manager.query<Pair[]>(CATEGORIES, [supplierId]);
    const ours = new Map(known.map((row) => [row.theirs, row.ours]));
    for (const level of levels) {
      const fresh = level
        .filter(({ id }) => !ours.has(id))
        .map(({ id, parent_id: parent, name, image, position }) => ({
          ...{ supplier_category: id, name, image, position },
          parent_id: (parent === null ? intoCategory : ours.get(parent)) ?? null,
        }));
      for (let start = 0; start < fresh.length; start += BATCH) {
        const batch = JSON.stringify(fresh.slice(start, start + BATCH));
        const added = await manager.query<Pair[]>(ADD_CATEGORIES, [supplierId, batch]);
        for (const row of added) ours.set(row.theirs, row.ours);
      }
    }
    return ours;
  }
}

/** @returns the ids of our products that are off by now */
async function switchOff(manager: EntityManager, { id, name }: Supplier): Promise<number[]> {
  const [rows] = await manager.query<[{ id: number }[], number]>(SWITCH_OFF, [id, name]);
  return rows.map((row) => row.id);
}
