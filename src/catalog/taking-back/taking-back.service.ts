import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { lockCatalog } from '../import/catalog-lock.js';
import { levelsOf } from '../import/reading/category-levels.js';
import { DEEPEST_LEVEL } from '../import/reading/reading-bounds.js';
import { wayBack, type ItemKey, type WayBack } from '../record/item-changes.js';
import {
  IN_UTC,
  ItemRecordRepository,
  type ChangedItem,
} from '../record/item-record.repository.js';
import {
  CATEGORIES,
  insertRows,
  REMOVE_CATEGORIES,
  removeRows,
  updateRows,
  type RecordedTable,
} from '../record/item-record.sql.js';

/** An item that goes back, or is left since somebody has changed it. */
export type TakenItem = ItemKey & Pick<ChangedItem, 'name'> & { readonly goesBack: boolean };

/** What became of the items of an entry. */
export interface TakenBack {
  readonly back: number;
  readonly left: number;
  /** The first of them, those that were left before all others. */
  readonly items: readonly TakenItem[];
}

/** Items of each kind that are told by name. */
const TOLD_ITEMS = 100;
const LEFT: WayBack = { way: 'left' };

/** An item, and how it goes back. */
type Going = readonly [item: ChangedItem, back: WayBack];

/** Takes the items of an entry back, in the transaction of the caller. */
@Injectable()
export class TakingBack {
  constructor(private readonly record: ItemRecordRepository) {}

  /**
   * What the entry has changed goes back where nobody has changed it since. Nobody else changes the catalog until the
   * transaction ends; orders go on.
   */
  async takeBack(manager: EntityManager, entry: number): Promise<TakenBack> {
    await lockCatalog(manager);
    await manager.query('LOCK TABLE price_rules IN SHARE ROW EXCLUSIVE MODE');
    await manager.query(IN_UTC);
    const told = new Told();
    const made = await this.takeItems(manager, entry, told);
    for (const part of ['price', 'visibility'] as const) {
      for await (const items of this.record.changed(manager, entry, part)) {
        const isLost = (item: ChangedItem, { way }: WayBack) =>
          way === 'insert' && !item.isPossible;
        await write(manager, `${part}_rules`, goingBack(items, isLost), told);
      }
    }
    // Behind the products that were made in them.
    const removed = await manager.query<{ id: number }[]>(REMOVE_CATEGORIES, [
      made.map(([{ itemId }]) => itemId),
    ]);
    const ids = new Set(removed.map(({ id }) => id));
    told.add(made.map(([item, back]) => [item, ids.has(item.itemId) ? back : LEFT]));
    return told.all();
  }

  /** @returns the categories that the entry has made, which are still as it made them */
  private async takeItems(manager: EntityManager, entry: number, told: Told): Promise<Going[]> {
    const made: Going[] = [];
    let live: ReadonlySet<number> | undefined;
    let former: ReadonlySet<number> | undefined;
    for await (const items of this.record.changed(manager, entry, 'values')) {
      const { category = [], product = [] } = Object.groupBy(items, ({ kind }) => kind);
      const categories = goingBack(category);
      made.push(...categories.filter(([, { way }]) => way === 'remove'));
      const moved = categories.filter(([, { way }]) => way !== 'remove');
      if (moved.some(([, { way }]) => way === 'insert' || way === 'update'))
        former ??= misplacedIn(await readCategories(manager));
      await write(manager, 'categories', moved, told);
      // Categories come before all products.
      if (product.length === 0) continue;
      const places = (live ??= await liveCategories(manager, former));
      const going = goingBack(product, (item, back) => isHomeless(item, back, places));
      await write(manager, 'products', going, told);
    }
    if (!live) await liveCategories(manager, former);
    return made;
  }
}

/** @param stays which are left nevertheless */
function goingBack(
  items: readonly ChangedItem[],
  stays: (item: ChangedItem, back: WayBack) => boolean = () => false,
): Going[] {
  return items.map((item) => {
    const back = wayBack(item.changes, item.present);
    return [item, stays(item, back) ? LEFT : back];
  });
}

/** True for a product that would move into a category that is not there, or come back there. */
function isHomeless({ present }: ChangedItem, back: WayBack, live: ReadonlySet<number>): boolean {
  if (!('values' in back)) return false;
  const { category_id: category, deleted_at: deletedAt } = { ...present, ...back.values };
  const comes = 'category_id' in back.values || 'deleted_at' in back.values;
  return comes && deletedAt === 'null' && !live.has(Number(category));
}

interface CategoryRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly isLive: boolean;
}

function readCategories(manager: EntityManager): Promise<CategoryRow[]> {
  return manager.query(CATEGORIES);
}

function liveIn(rows: readonly CategoryRow[]): Set<number> {
  return new Set(rows.filter(({ isLive }) => isLive).map(({ id }) => id));
}

/** The live categories below one that is not there, too deep, or in or below a circle. */
function misplacedIn(rows: readonly CategoryRow[]): Set<number> {
  const [live, levels] = [liveIn(rows), levelsOf(rows)];
  const misplaced = rows.filter(
    ({ id, parent_id: above, isLive }) =>
      isLive &&
      ((above !== null && !live.has(above)) || (levels.get(id) ?? Infinity) > DEEPEST_LEVEL),
  );
  return new Set(misplaced.map(({ id }) => id));
}

/**
 * The categories that are there.
 * @param former those that were misplaced before any was changed; undefined if none was changed
 * @throws ConflictError if others are now
 */
async function liveCategories(
  manager: EntityManager,
  former?: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const rows = await readCategories(manager);
  if (!former || [...misplacedIn(rows)].every((id) => former.has(id))) return liveIn(rows);
  throw new ConflictError(...sentence('audit.categories-moved'));
}

/** Writes how items go back, in one statement for each way and set of columns, and tells it. */
async function write(
  manager: EntityManager,
  table: RecordedTable,
  going: readonly Going[],
  told: Told,
): Promise<void> {
  told.add(going);
  const { columns } = manager.dataSource.getMetadata(table);
  const names = columns.map(({ databaseName }) => databaseName).filter((name) => name !== 'id');
  for (const way of ['insert', 'update', 'remove'] as const) {
    const some = going.filter(([, back]) => back.way === way);
    const groups = Map.groupBy(some, ([, back]) => statementOf(table, names, back));
    for (const [statement, rows] of groups) {
      await manager.query(statement, [`[${rows.map(jsonOf).join(',')}]`]);
    }
  }
}

function statementOf(table: RecordedTable, names: readonly string[], back: WayBack): string {
  if (back.way === 'insert') return insertRows(table, names);
  if (!('values' in back)) return removeRows(table);
  return updateRows(
    table,
    names.filter((name) => name in back.values),
  );
}

/** What a statement needs of an item, as JSON with exactly these texts. */
function jsonOf([{ present }, back]: Going): string {
  const values = { ...(present?.id && { id: present.id }), ...('values' in back && back.values) };
  const parts = Object.entries(values).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return `{${parts.join(',')}}`;
}

/** Counts items, and keeps the first of them. */
class Told {
  private readonly counts = { back: 0, left: 0 };
  private readonly first = { back: [] as TakenItem[], left: [] as TakenItem[] };

  add(going: readonly Going[]): void {
    for (const [{ kind, itemId, part, accountId, groupId, name }, { way }] of going) {
      if (way === 'same') continue;
      const list = way === 'left' ? 'left' : 'back';
      this.counts[list] += 1;
      if (this.first[list].length === TOLD_ITEMS) continue;
      const goesBack = way !== 'left';
      this.first[list].push({ kind, itemId, part, accountId, groupId, name, goesBack });
    }
  }

  all(): TakenBack {
    const { back, left } = this.first;
    return { ...this.counts, items: [...left, ...back].slice(0, TOLD_ITEMS) };
  }
}
