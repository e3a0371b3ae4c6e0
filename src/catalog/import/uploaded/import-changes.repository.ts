import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import { changedColumnNames, CATEGORY_TABLE, lastOfPart, PRODUCT_TABLE } from '../import-table.js';
import { PRICE_TABLE } from '../price-list.repository.js';
import { digestOfChanges, storeChanges, type ComparedTables } from './import-changes.sql.js';

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

/** A comparison whose changes are stored. */
export interface Comparison {
  readonly importId: string;
  readonly comparison: number;
}

const ITEMS_PER_STATEMENT = 10_000;
const MAX_DELETED = 10_000;
const GREATEST_ID = 2_147_483_647;

/** The changes of imports, each of the rows that are staged in the transaction of the caller. */
@Injectable()
export class ImportChangesRepository {
  constructor(private readonly database: Database) {}

  /** The names of the values of a change. */
  columnsOf(item: ChangeKey['item'], pricesOnly: boolean): readonly string[] {
    if (pricesOnly) return changedColumnNames(PRICE_TABLE);
    return changedColumnNames(item === 'category' ? CATEGORY_TABLE : PRODUCT_TABLE);
  }

  /** In steps, since the time of a statement is limited. */
  async store(
    manager: EntityManager,
    { importId, comparison }: Comparison,
    tables: ComparedTables,
  ): Promise<void> {
    let after = 0;
    while (after < GREATEST_ID) {
      const limits = [after, ITEMS_PER_STATEMENT];
      const [{ last }] = await manager.query<[{ last: number | null }]>(
        lastOfPart(PRODUCT_TABLE),
        limits,
      );
      const through = last ?? GREATEST_ID;
      const values = [tables.pricesOnly, importId, comparison, after, through];
      await manager.query(storeChanges(tables), values);
      after = through;
    }
  }

  /** The same for the same changes. */
  async digest(manager: EntityManager, tables: ComparedTables): Promise<string> {
    const sql = digestOfChanges(tables);
    const [{ digest }] = await manager.query<[{ digest: string }]>(sql, [tables.pricesOnly]);
    return digest;
  }

  /** At most `limit` changes behind a place, by item, id and change. */
  page(
    { importId, comparison }: Comparison,
    after: ChangeKey | undefined,
    limit: number,
  ): Promise<ItemChange[]> {
    const { item = '', itemId = 0, change = '' } = after ?? {};
    return this.database.manager.query<ItemChange[]>(PAGE, [
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

const PAGE = `
  SELECT item, item_id AS "itemId", change, name, before, after FROM catalog_import_changes
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
