import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  createdLine,
  hiddenLine,
  shownLine,
  updatedLine,
  type CatalogDifference,
  type ItemCounts,
  type NamedRow,
  type UpdatedRow,
} from './catalog-difference.js';
import type { CatalogFileCategory, CatalogFileProduct } from './reading/catalog-file.js';
import type { StoredCategories } from './category-matching.js';
import {
  CATEGORY_TABLE,
  countChanges,
  createStage,
  fillStage,
  LIST_UNAVAILABLE,
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
  listHidden,
  listShown,
  writeHidden,
  writeShown,
} from './import-visibility.js';

/** What decides how a staged catalog is compared and written. */
export interface WriteOptions {
  readonly hideMissing: boolean;
  /** Marks new items as part of the demo shop. */
  readonly demo: boolean;
}

/** Categories first: products hang on them. */
const TABLES = [CATEGORY_TABLE, PRODUCT_TABLE];
const BATCH = 2_000;
const SAMPLES = 20;

/**
 * Stages a checked catalog beside the stored one, compares the two, and writes. All in the caller's
 * transaction.
 */
@Injectable()
export class CatalogImportRepository {
  async storedCategories(manager: EntityManager): Promise<StoredCategories> {
    // The oldest of two with one name comes last, and so wins where they are looked up by name.
    const live = await manager.query<CatalogFileCategory[]>(
      `SELECT id, parent_id, name, image, position FROM categories
       WHERE deleted_at IS NULL ORDER BY id DESC`,
    );
    const [row] = await manager.query<{ highest: number }[]>(
      'SELECT coalesce(max(id), 0) AS highest FROM categories',
    );
    return { live, highestId: row?.highest ?? 0 };
  }

  /** @param onProgress is told how many categories have been staged. */
  stageCategories(
    manager: EntityManager,
    categories: readonly CatalogFileCategory[],
    onProgress: (done: number) => void,
  ): Promise<void> {
    return stageRows(manager, CATEGORY_TABLE, inBatches(categories), onProgress);
  }

  /**
   * @param batches each of so few that no other request waits for one.
   * @param onProgress is told how many products have been staged.
   */
  stageProducts(
    manager: EntityManager,
    batches: AsyncIterable<readonly CatalogFileProduct[]>,
    onProgress: (done: number) => void,
  ): Promise<void> {
    return stageRows(manager, PRODUCT_TABLE, batches, onProgress);
  }

  async difference(manager: EntityManager, options: WriteOptions): Promise<CatalogDifference> {
    return {
      categories: await countsOf(manager, CATEGORY_TABLE, options),
      products: await countsOf(manager, PRODUCT_TABLE, options),
      samples: await samplesOf(manager, options),
    };
  }

  /**
   * Writes what differs; what does not is left alone, so that the catalog's revision only grows
   * with a change.
   */
  async write(
    manager: EntityManager,
    { categories, products }: CatalogDifference,
    options: WriteOptions,
  ): Promise<void> {
    await writeTable(manager, CATEGORY_TABLE, categories, options);
    await writeTable(manager, PRODUCT_TABLE, products, options);
  }

  /** The products that the file says are off. */
  async unavailableProducts(manager: EntityManager): Promise<number[]> {
    const rows = await manager.query<{ id: number }[]>(LIST_UNAVAILABLE);
    return rows.map(({ id }) => id);
  }
}

async function stageRows(
  manager: EntityManager,
  table: ImportTable,
  batches: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
  onProgress: (done: number) => void,
): Promise<void> {
  await manager.query(createStage(table));
  let done = 0;
  for await (const batch of batches) {
    await manager.query(fillStage(table), [JSON.stringify(batch)]);
    onProgress((done += batch.length));
  }
}

function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[], void> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH);
}

async function countsOf(
  manager: EntityManager,
  table: ImportTable,
  { demo, hideMissing }: WriteOptions,
): Promise<ItemCounts> {
  const [changes] = await manager.query<[Pick<ItemCounts, 'created' | 'updated' | 'unchanged'>]>(
    countChanges(table),
    [demo],
  );
  const [shown] = await manager.query<[{ count: number }]>(countShown(table));
  const [hidden] = hideMissing
    ? await manager.query<[{ count: number }]>(countHidden(table))
    : [{ count: 0 }];
  return { ...changes, hidden: hidden.count, shown: shown.count };
}

/** Changes before new items: of a hundred thousand new ones the first twenty tell little. */
async function samplesOf(
  manager: EntityManager,
  { demo, hideMissing }: WriteOptions,
): Promise<string[]> {
  const lines: string[] = [];
  for (const table of TABLES) {
    const rows = await manager.query<UpdatedRow[]>(listUpdated(table), [demo, SAMPLES]);
    lines.push(...rows.map((row) => updatedLine(table, row)));
  }
  const lists = [
    ...(hideMissing ? [{ list: listHidden, line: hiddenLine }] : []),
    { list: listShown, line: shownLine },
    { list: listCreated, line: createdLine },
  ];
  for (const { list, line } of lists) {
    for (const table of TABLES) {
      const rows = await manager.query<NamedRow[]>(list(table), [SAMPLES]);
      lines.push(...rows.map((row) => line(table, row)));
    }
  }
  return lines.slice(0, SAMPLES);
}

async function writeTable(
  manager: EntityManager,
  table: ImportTable,
  counts: ItemCounts,
  { demo }: WriteOptions,
): Promise<void> {
  if (counts.created + counts.updated > 0) await manager.query(writeChanges(table), [demo]);
  if (counts.created > 0) await manager.query(moveSequence(table));
  if (counts.shown > 0) await manager.query(writeShown(table));
  if (counts.hidden > 0) await manager.query(writeHidden(table));
}
