import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  createdLine,
  hiddenLine,
  MAX_SAMPLES,
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
  lastOfPart,
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
/** Products that one statement writes: the time of a statement is limited in a server. */
const PRODUCTS_PER_STATEMENT = 5_000;
/** Categories are written at once, since a parent may have a greater id than its children. */
const ALL_IDS: readonly [after: number, through: number] = [0, 2_147_483_647];

/** Stages a checked catalog, compares it with the stored one, and writes the difference, in the transaction of the caller. */
@Injectable()
export class CatalogImportRepository {
  async storedCategories(manager: EntityManager): Promise<StoredCategories> {
    // Of two categories with the same name the older one comes last, so it wins in the map by name.
    const live = await manager.query<CatalogFileCategory[]>(
      `SELECT id, parent_id, name, image, position FROM categories
       WHERE deleted_at IS NULL ORDER BY id DESC`,
    );
    const [row] = await manager.query<{ highest: number }[]>(
      'SELECT coalesce(max(id), 0) AS highest FROM categories',
    );
    return { live, highestId: row?.highest ?? 0 };
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

  async difference(manager: EntityManager, options: WriteOptions): Promise<CatalogDifference> {
    return {
      categories: await countsOf(manager, CATEGORY_TABLE, options),
      products: await countsOf(manager, PRODUCT_TABLE, options),
      samples: await samplesOf(manager, options),
    };
  }

  /** Writes only what differs, so that the catalog revision does not grow without a change. */
  async write(
    manager: EntityManager,
    { categories, products }: CatalogDifference,
    options: WriteOptions,
  ): Promise<void> {
    await writeTable(manager, CATEGORY_TABLE, categories, options);
    await writeTable(manager, PRODUCT_TABLE, products, options);
  }

  /** The products that the file marks as unavailable. */
  async unavailableProducts(manager: EntityManager): Promise<number[]> {
    const rows = await manager.query<{ id: number }[]>(LIST_UNAVAILABLE);
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

/** Changes come before new items, because the first of many new items say little. */
async function samplesOf(
  manager: EntityManager,
  { demo, hideMissing }: WriteOptions,
): Promise<string[]> {
  const lines: string[] = [];
  for (const table of TABLES) {
    const rows = await manager.query<UpdatedRow[]>(listUpdated(table), [demo, MAX_SAMPLES]);
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
  counts: ItemCounts,
  { demo }: WriteOptions,
): Promise<void> {
  if (counts.created + counts.updated > 0) {
    for await (const [after, through] of partsOf(manager, table)) {
      await manager.query(writeChanges(table), [demo, after, through]);
    }
  }
  if (counts.created > 0) await manager.query(moveSequence(table));
  if (counts.shown > 0) await manager.query(writeShown(table));
  if (counts.hidden > 0) await manager.query(writeHidden(table));
}

/** The ranges of ids that are written one after the other. */
async function* partsOf(
  manager: EntityManager,
  table: ImportTable,
): AsyncGenerator<readonly [after: number, through: number], void> {
  if (table === CATEGORY_TABLE) {
    yield ALL_IDS;
    return;
  }
  let [after] = ALL_IDS;
  for (;;) {
    const sql = lastOfPart(table);
    const [{ last }] = await manager.query<[{ last: number | null }]>(sql, [
      after,
      PRODUCTS_PER_STATEMENT,
    ]);
    if (last === null) return;
    yield [after, last];
    after = last;
  }
}
