import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CatalogFileCategory } from '../../catalog/import/catalog-file.js';
import type { CatalogDraft } from '../../catalog/import/reading/draft-builder.js';
import {
  ADD_CATEGORY,
  CATEGORIES,
  COUNT_CHANGES,
  COUNT_LISTED,
  CREATE,
  FILL,
  FIND_CATEGORY,
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
import { listings, parentsFirst, type Listing, type Markups } from './supplier-listing.js';
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

const BATCH = 2_000;

/** The listing of a supplier's catalog in ours. All in the caller's transaction. */
@Injectable()
export class SupplierCatalogRepository {
  /** Makes all who change the catalog take turns; reading goes on. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query(
      'LOCK TABLE visibility_rules, products, categories IN SHARE ROW EXCLUSIVE MODE',
    );
  }

  /** How many products the supplier had at the last look, and how many of them it still has. */
  async countListed(
    manager: EntityManager,
    supplierId: number,
    has: readonly number[],
  ): Promise<{ listed: number; kept: number }> {
    const rows = await manager.query<[{ listed: number; kept: number }]>(COUNT_LISTED, [
      supplierId,
      has,
    ]);
    return rows[0];
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

  async list(
    manager: EntityManager,
    supplier: Supplier,
    draft: CatalogDraft,
    markups: Markups,
  ): Promise<CatalogChanges> {
    const { id, name } = supplier;
    const ours = await this.listCategories(manager, supplier, draft.categories);
    await this.stage(manager, listings(draft, name, markups, ours));
    const [changes] = await manager.query<[CatalogChanges]>(COUNT_CHANGES, [id, name]);
    if (changes.returned > 0) await manager.query(SWITCH_ON, [id]);
    if (changes.updated > 0) await manager.query(UPDATE, [id, name]);
    if (changes.created > 0) await manager.query(CREATE, [id]);
    const off = changes.gone > 0 ? await switchOff(manager, supplier) : [];
    await manager.query(NOTE_GONE, [id, off]);
    await manager.query(NOTE_RETURNED, [id]);
    return changes;
  }

  private async stage(manager: EntityManager, rows: readonly Listing[]): Promise<void> {
    await manager.query(STAGE);
    for (let start = 0; start < rows.length; start += BATCH) {
      await manager.query(FILL, [JSON.stringify(rows.slice(start, start + BATCH))]);
    }
  }

  /** @returns our category for each of theirs. Once listed, a category is the operator's to name and to move. */
  private async listCategories(
    manager: EntityManager,
    { id: supplierId, intoCategory }: Supplier,
    categories: readonly CatalogFileCategory[],
  ): Promise<ReadonlyMap<number, number>> {
    const rows = await manager.query<{ theirs: number; ours: number }[]>(CATEGORIES, [supplierId]);
    const ours = new Map(rows.map((row) => [row.theirs, row.ours]));
    for (const category of parentsFirst(categories)) {
      if (ours.has(category.id)) continue;
      const parent = category.parent_id === null ? intoCategory : ours.get(category.parent_id);
      const [row] = await manager.query<[{ id: number }]>(ADD_CATEGORY, [
        ...[parent ?? null, category.name, category.image, category.position],
        ...[supplierId, category.id],
      ]);
      ours.set(category.id, row.id);
    }
    return ours;
  }
}

/** @returns the ids of our products that are off by now */
async function switchOff(manager: EntityManager, { id, name }: Supplier): Promise<number[]> {
  const [rows] = await manager.query<[{ id: number }[], number]>(SWITCH_OFF, [id, name]);
  return rows.map((row) => row.id);
}
