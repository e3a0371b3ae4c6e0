import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  createdLine,
  hiddenLine,
  reorderedLine,
  MAX_SAMPLES,
  shownLine,
  updatedLine,
  type CatalogDifference,
  type DifferenceCounts,
  type ItemCounts,
  type NamedRow,
  type UpdatedRow,
} from './catalog-difference.js';
import type { CatalogFileCategory, CatalogFileProduct } from './reading/catalog-file.js';
import {
  CATEGORY_TABLE,
  COUNT_REORDERED,
  countChanges,
  LIST_REORDERED,
  LIST_SWITCHED_OFF,
  listCreated,
  listUpdated,
  moveSequence,
  PRODUCT_TABLE,
  writeChanges,
  type ImportTable,
} from './import-table.js';
import {
  countHidden,
  countShown,
  CREATE_UNTOLD,
  FILL_UNTOLD,
  listHidden,
  listShown,
  writeHidden,
  writeShown,
} from './import-visibility.js';
import { ALL_IDS, partOfShare, partsOf, type IdRange, type OnShare } from './id-parts.js';
import type { StoredCategory } from './settled-categories.js';
import type { StoredProduct } from './settled-product.js';
import { stageRows } from './staged-rows.js';

/** Options of comparing and writing a staged catalog. */
interface WriteOptions {
  readonly hideMissing: boolean;
  /** Marks new items as part of the demo shop. */
  readonly demo: boolean;
}

/** Categories first, because products refer to them. */
const TABLES = [CATEGORY_TABLE, PRODUCT_TABLE];
const CATEGORIES_PER_BATCH = 2_000;

/** Stages a checked catalog, compares it with the stored one, and writes the difference, in the transaction of the caller. */
@Injectable()
export class CatalogImportRepository {
  /** All categories, deleted ones included, the oldest first. */
  storedCategories(manager: EntityManager): Promise<StoredCategory[]> {
    return manager.query<StoredCategory[]>(
      `SELECT id, parent_id, name, image, position, deleted_at IS NOT NULL AS deleted
       FROM categories ORDER BY id`,
    );
  }

  /** The products of these ids that exist, deleted ones included. */
  async storedProducts(
    manager: EntityManager,
    ids: readonly number[],
  ): Promise<Map<number, StoredProduct>> {
    const rows = await manager.query<StoredProduct[]>(
      `SELECT id, category_id, name, price::text AS price, available, product_type, qty_values,
         fields, image, position, deleted_at IS NOT NULL AS deleted
       FROM products WHERE id = ANY ($1::integer[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** @param onProgress called with the number of categories staged so far. */
  stageCategories(
    manager: EntityManager,
    categories: readonly CatalogFileCategory[],
    onProgress: (done: number) => void,
  ): Promise<void> {
    return stageRows(manager, CATEGORY_TABLE, inBatches(categories), onProgress);
  }

  /**
   * @param batches small enough that serializing one does not block the event loop noticeably.
   * @param onProgress called with the number of products staged so far.
   */
  stageProducts(
    manager: EntityManager,
    batches: AsyncIterable<readonly CatalogFileProduct[]>,
    onProgress: (done: number) => void,
  ): Promise<void> {
    return stageRows(manager, PRODUCT_TABLE, batches, onProgress);
  }

  /**
   * Notes the categories of which the staged rows say nothing: they are not missing, and are not hidden as such.
   * @param isByPath true if the file names only categories of its products, by their paths.
   */
  async stageUntold(manager: EntityManager, isByPath: boolean): Promise<void> {
    await manager.query(CREATE_UNTOLD);
    if (isByPath) await manager.query(FILL_UNTOLD);
  }

  async difference(manager: EntityManager, options: WriteOptions): Promise<CatalogDifference> {
    return {
      categories: await countsOf(manager, CATEGORY_TABLE, options),
      products: {
        ...(await countsOf(manager, PRODUCT_TABLE, options)),
        reordered: await countOf(manager, COUNT_REORDERED),
      },
      samples: await samplesOf(manager, options),
    };
  }

  /** Writes only what differs, so that the catalog revision does not grow without a change. */
  async write(
    manager: EntityManager,
    { categories, products }: DifferenceCounts,
    { demo, onShare }: Pick<WriteOptions, 'demo'> & { readonly onShare?: OnShare | undefined },
  ): Promise<void> {
    await writeTable(manager, CATEGORY_TABLE, categories, { demo });
    await writeTable(manager, PRODUCT_TABLE, products, { demo, onShare });
  }

  /** The products that `write` will switch off, or create as unavailable. */
  async switchedOff(manager: EntityManager): Promise<number[]> {
    const rows = await manager.query<{ id: number }[]>(LIST_SWITCHED_OFF);
    return rows.map(({ id }) => id);
  }
}

function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[], void> {
  for (let start = 0; start < rows.length; start += CATEGORIES_PER_BATCH)
    yield rows.slice(start, start + CATEGORIES_PER_BATCH);
}

async function countsOf(
  manager: EntityManager,
  table: ImportTable,
  { hideMissing }: WriteOptions,
): Promise<ItemCounts> {
  const [changes] = await manager.query<[Pick<ItemCounts, 'created' | 'updated' | 'unchanged'>]>(
    countChanges(table),
  );
  const shown = await countOf(manager, countShown(table));
  const hidden = hideMissing ? await countOf(manager, countHidden(table)) : 0;
  return { ...changes, hidden, shown };
}

async function countOf(manager: EntityManager, sql: string): Promise<number> {
  const [{ count }] = await manager.query<[{ count: number }]>(sql);
  return count;
}

/** Changes come before new items, because the first of many new items say little; first what needs a closer look. */
async function samplesOf(manager: EntityManager, { hideMissing }: WriteOptions): Promise<string[]> {
  const reordered = await manager.query<NamedRow[]>(LIST_REORDERED, [MAX_SAMPLES]);
  const lines = reordered.map((row) => reorderedLine(PRODUCT_TABLE, row));
  for (const table of TABLES) {
    const rows = await manager.query<UpdatedRow[]>(listUpdated(table), [MAX_SAMPLES]);
    lines.push(...rows.map((row) => updatedLine(table, row)));
  }
  const lists = [
    ...(hideMissing ? [{ list: listHidden, line: hiddenLine }] : []),
    { list: listShown, line: shownLine },
    { list: listCreated, line: createdLine },
  ];
  for (const { list, line } of lists) {
    for (const table of TABLES) {
      const rows = await manager.query<NamedRow[]>(list(table), [MAX_SAMPLES]);
      lines.push(...rows.map((row) => line(table, row)));
    }
  }
  return lines.slice(0, MAX_SAMPLES);
}

async function writeTable(
  manager: EntityManager,
  table: ImportTable,
  { created, updated, shown, hidden }: ItemCounts,
  { demo, onShare }: { readonly demo: boolean; readonly onShare?: OnShare | undefined },
): Promise<void> {
  const write = async (sql: string, onPart: OnShare, before: readonly unknown[] = []) => {
    for await (const range of rangesOf(manager, table, onPart)) {
      await manager.query(sql, [...before, ...range]);
    }
  };
  if (created + updated > 0) {
    await write(writeChanges(table), partOfShare(onShare, 0, 0.8), [demo]);
  }
  if (created > 0) await manager.query(moveSequence(table));
  if (shown > 0) await write(writeShown(table), partOfShare(onShare, 0.8, 0.9));
  if (hidden > 0) await write(writeHidden(table), partOfShare(onShare, 0.9, 1));
}

/** The ranges of ids that are written one after the other. */
async function* rangesOf(
  manager: EntityManager,
  table: ImportTable,
  onShare: OnShare,
): AsyncGenerator<IdRange, void> {
  if (table === CATEGORY_TABLE) yield ALL_IDS;
  else yield* partsOf(manager, table, onShare);
}
