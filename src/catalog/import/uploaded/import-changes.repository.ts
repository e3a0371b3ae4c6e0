import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import type { DifferenceCounts, ItemCounts, StagedRows } from '../catalog-difference.js';
import { partsOf, type OnShare } from '../id-parts.js';
import { changedColumnNames, CATEGORY_TABLE, PRODUCT_TABLE } from '../import-table.js';
import { PRICE_TABLE } from '../price-list.repository.js';
import { readChanges, storeChanges, type ComparedTables } from './import-changes.sql.js';

/** The place of a change in the list. */
export interface ChangeKey {
  readonly item: 'category' | 'product';
  readonly itemId: number;
  readonly change: 'created' | 'updated' | 'hidden' | 'shown';
}

/** What an import changes of one item; null where no value is written. */
export interface ItemChange extends ChangeKey {
  readonly name: string;
  /** In the order of `columnsOf`. */
  readonly before: readonly (string | null)[] | null;
  readonly after: readonly (string | null)[] | null;
}

/** A change in the list, with what tells whether it is unusual. */
export interface ListedChange extends ItemChange {
  /** Of a product, as decimal text; null if it is unknown. */
  readonly cost: string | null;
  /** A greater change of a price is unusual. */
  readonly percent: number;
}

/** A comparison whose changes are stored. */
export interface Comparison {
  readonly importId: string;
  readonly comparison: number;
}

/** All changes of the rows that are staged. */
export interface FoundChanges {
  readonly counts: DifferenceCounts;
  /** SHA-256 of all changes, in base64url: the same for the same changes. */
  readonly digest: string;
}

interface FindOptions extends ComparedTables {
  /** Where the changes are stored; nowhere when it is left out. */
  readonly storedFor?: Comparison;
  readonly onShare: OnShare;
}

const MAX_DELETED = 10_000;

/** The changes of imports, each of the rows that are staged in the transaction of the caller. */
@Injectable()
export class ImportChangesRepository {
  constructor(private readonly database: Database) {}

  /** The names of the values of a change. */
  columnsOf(item: ChangeKey['item'], pricesOnly: boolean): readonly string[] {
    if (pricesOnly) return changedColumnNames(PRICE_TABLE);
    return changedColumnNames(item === 'category' ? CATEGORY_TABLE : PRODUCT_TABLE);
  }

  /** Finds the changes of the rows that are staged, in steps, since the time of a statement is limited. */
  async find(
    manager: EntityManager,
    staged: StagedRows,
    { storedFor, onShare, ...tables }: FindOptions,
  ): Promise<FoundChanges> {
    const sql = storedFor ? storeChanges(tables) : readChanges(tables);
    const target = storedFor ? [storedFor.importId, storedFor.comparison] : [];
    const hash = createHash('sha256');
    const counts = new Map<string, number>();
    let reordered = 0;
    for await (const range of partsOf(manager, PRODUCT_TABLE, onShare)) {
      const [part] = await manager.query<[ChangesOfPart]>(sql, [...range, ...target]);
      hash.update(part.hashes);
      reordered += part.reordered;
      for (const [kind, count] of Object.entries(part.counts ?? {})) {
        counts.set(kind, (counts.get(kind) ?? 0) + count);
      }
    }
    return {
      digest: hash.digest('base64url'),
      counts: {
        categories: countsOf(counts, 'category', staged.categories),
        products: { ...countsOf(counts, 'product', staged.products), reordered },
      },
    };
  }

  /** At most `limit` changes behind a place, by item, id and change. */
  page(
    { importId, comparison }: Comparison,
    after: ChangeKey | undefined,
    limit: number,
  ): Promise<ListedChange[]> {
    const { item = '', itemId = 0, change = '' } = after ?? {};
    return this.database.manager.query<ListedChange[]>(PAGE, [
      ...[importId, comparison, item, itemId, change],
      limit,
    ]);
  }

  /** Deletes changes of comparisons before the last one that has begun. @returns true if there may be more. */
  async deleteSomeEarlier(importId: string): Promise<boolean> {
    const [, count] = await this.database.manager.query<[unknown, number]>(DELETE_EARLIER, [
      importId,
    ]);
    return count === MAX_DELETED;
  }

  /** Deletes changes of an import. @returns true if there may be more. */
  async deleteSome(importId: string): Promise<boolean> {
    const [, count] = await this.database.manager.query<[unknown, number]>(DELETE, [importId]);
    return count === MAX_DELETED;
  }
}

interface ChangesOfPart {
  /** The hash of each change, one after the other. */
  readonly hashes: Buffer;
  /** By item and change, such as `product updated`; null without any. */
  readonly counts: Readonly<Record<string, number>> | null;
  /** Products whose fields change their order. */
  readonly reordered: number;
}

/** @param staged how many items of this kind the file has. */
function countsOf(
  counts: ReadonlyMap<string, number>,
  item: ChangeKey['item'],
  staged: number,
): ItemCounts {
  const of = (change: ChangeKey['change']): number => counts.get(`${item} ${change}`) ?? 0;
  const [created, updated] = [of('created'), of('updated')];
  const unchanged = staged - created - updated;
  return { created, updated, unchanged, hidden: of('hidden'), shown: of('shown') };
}

const PAGE = `
  SELECT item, item_id AS "itemId", change, name, before, after,
    CASE WHEN item = 'product' THEN unit_cost::text END AS cost,
    (SELECT unusual_percent FROM catalog_settings) AS percent
  FROM catalog_import_changes LEFT JOIN product_costs ON product_id = item_id
  WHERE import_id = $1 AND comparison = $2 AND (item, item_id, change) > ($3, $4::integer, $5)
  ORDER BY item, item_id, change LIMIT $6`;

const DELETE = `
  DELETE FROM catalog_import_changes WHERE ctid IN (
    SELECT ctid FROM catalog_import_changes WHERE import_id = $1 LIMIT ${MAX_DELETED})`;

const DELETE_EARLIER = `
  DELETE FROM catalog_import_changes WHERE ctid IN (
    SELECT ctid FROM catalog_import_changes WHERE import_id = $1
      AND comparison < (SELECT comparison FROM catalog_imports WHERE id = $1)
    LIMIT ${MAX_DELETED})`;
