import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import {
  allOf,
  type PackedCatalog,
  type PackedPrices,
  type RowBatches,
} from '../process/packed-catalog.js';

/** What a file holds: its categories may be valid within it only, and matched by name. */
export type ContentKind = 'catalog' | 'catalog by name' | 'prices';

type Table = 'categories' | 'products' | 'prices';

const BATCHES_PER_STEP = 100;

/** The checked rows of uploaded files. */
@Injectable()
export class ImportRowsRepository {
  constructor(private readonly database: Database) {}

  /** Stores all rows, batch by batch, each in a transaction of its own. @param signal aborts it */
  async store(
    importId: string,
    content: PackedCatalog | PackedPrices,
    signal: AbortSignal,
  ): Promise<ContentKind> {
    const tables: [Table, RowBatches<object>][] =
      'prices' in content
        ? [['prices', content.prices]]
        : [
            ['categories', content.categories],
            ['products', content.products],
          ];
    for (const [kind, rows] of tables) {
      let number = 0;
      for await (const batch of rows.batches()) {
        signal.throwIfAborted();
        const values = [importId, kind, number, batch.length, JSON.stringify(batch)];
        await this.database.manager.query(INSERT, values);
        number += 1;
      }
    }
    if ('prices' in content) return 'prices';
    return content.categoriesByName ? 'catalog by name' : 'catalog';
  }

  /** What was stored, read in the transaction of the caller, batch by batch. */
  async content(
    manager: EntityManager,
    importId: string,
    kind: ContentKind,
  ): Promise<PackedCatalog | PackedPrices> {
    const rows = async <Row>(table: Table): Promise<RowBatches<Row>> => {
      const [{ count }] = await manager.query<[{ count: number }]>(COUNT, [importId, table]);
      const batches = () => batchesOf<Row>(manager, importId, table);
      return { count, batches, all: () => allOf(batches()) };
    };
    if (kind === 'prices') return { prices: await rows('prices') };
    return {
      categories: await rows('categories'),
      products: await rows('products'),
      categoriesByName: kind === 'catalog by name',
    };
  }

  /** Deletes rows of an import. @returns true if there may be more. */
  async deleteSome(importId: string): Promise<boolean> {
    const [, count] = await this.database.manager.query<[unknown, number]>(DELETE, [importId]);
    return count === BATCHES_PER_STEP;
  }
}

async function* batchesOf<Row>(
  manager: EntityManager,
  importId: string,
  table: Table,
): AsyncGenerator<readonly Row[], void> {
  for (let number = 0; ; number++) {
    const found = await manager.query<{ rows: Row[] }[]>(READ, [importId, table, number]);
    if (!found[0]) return;
    yield found[0].rows;
  }
}

const INSERT = `
  INSERT INTO catalog_import_rows (import_id, kind, number, count, rows)
  VALUES ($1, $2, $3, $4, $5::json)`;

const COUNT = `
  SELECT coalesce(sum(count), 0)::integer AS count FROM catalog_import_rows
  WHERE import_id = $1 AND kind = $2`;

const READ =
  'SELECT rows FROM catalog_import_rows WHERE import_id = $1 AND kind = $2 AND number = $3';

const DELETE = `
  DELETE FROM catalog_import_rows WHERE ctid IN (
    SELECT ctid FROM catalog_import_rows WHERE import_id = $1 LIMIT ${BATCHES_PER_STEP})`;
