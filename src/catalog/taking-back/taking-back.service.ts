import { Injectable, type Type } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError } from '../../common/app-error.js';
import { messageKey } from '../../common/message-key.js';
import { Category } from '../category.entity.js';
import { lockCatalog } from '../import/catalog-lock.js';
import { circlesIn, levelsOf } from '../import/reading/category-levels.js';
import { DEEPEST_LEVEL } from '../import/reading/reading-bounds.js';
import { Product } from '../product.entity.js';
import { PriceRule } from '../rules/price-rule.entity.js';
import { VisibilityRule } from '../rules/visibility-rule.entity.js';
import { wayBack, type ItemKey, type JsonTexts, type WayBack } from '../record/item-changes.js';
import {
  IN_UTC,
  ItemRecordRepository,
  type ChangedItem,
} from '../record/item-record.repository.js';
import {
  CATEGORIES,
  insertRows,
  REMOVE_CATEGORIES,
  REMOVE_PRICES,
  REMOVE_PRODUCTS,
  REMOVE_VISIBILITIES,
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
    await this.takeRules(manager, entry, 'price', told);
    await this.takeRules(manager, entry, 'visibility', told);
    // Behind the products that were made in them.
    const removed = await manager.query<{ id: number }[]>(REMOVE_CATEGORIES, [
      made.map(({ itemId }) => itemId),
    ]);
    const ids = new Set(removed.map(({ id }) => id));
    for (const item of made) told.add(item, ids.has(item.itemId));
    return told.all();
  }

  /** @returns the categories that the entry has made, which are still as it made them */
  private async takeItems(
    manager: EntityManager,
    entry: number,
    told: Told,
  ): Promise<ChangedItem[]> {
    const made: ChangedItem[] = [];
    let live: ReadonlySet<number> | undefined;
    let changesTree = false;
    for await (const items of this.record.changed(manager, entry, 'values')) {
      const categories = items.filter(({ kind }) => kind === 'category');
      const writes = new Writes(manager, tableOf(manager, 'categories', Category));
      for (const item of categories) {
        const back = wayBack(item.changes, item.present);
        if (back.way === 'remove') made.push(item);
        else told.add(item, writes.add(item, back));
      }
      changesTree = (await writes.send('')) || changesTree;
      // Categories come before all products.
      const products = items.filter(({ kind }) => kind === 'product');
      if (products.length === 0) continue;
      live ??= await liveCategories(manager, changesTree);
      await takeProducts(manager, products, live, told);
    }
    if (!live) await liveCategories(manager, changesTree);
    return made;
  }

  private async takeRules(
    manager: EntityManager,
    entry: number,
    part: 'price' | 'visibility',
    told: Told,
  ): Promise<void> {
    const [table, remove] =
      part === 'price'
        ? [tableOf(manager, 'price_rules', PriceRule), REMOVE_PRICES]
        : [tableOf(manager, 'visibility_rules', VisibilityRule), REMOVE_VISIBILITIES];
    for await (const items of this.record.changed(manager, entry, part)) {
      const writes = new Writes(manager, table);
      for (const item of items) {
        const back = wayBack(item.changes, item.present);
        told.add(item, writes.add(item, back.way === 'insert' && !item.isPossible ? LEFT : back));
      }
      await writes.send(remove);
    }
  }
}

const LEFT: WayBack = { way: 'left' };

/** A product goes back into a category that is there, or stays. */
async function takeProducts(
  manager: EntityManager,
  products: readonly ChangedItem[],
  live: ReadonlySet<number>,
  told: Told,
): Promise<void> {
  const writes = new Writes(manager, tableOf(manager, 'products', Product));
  for (const item of products) {
    const back = wayBack(item.changes, item.present);
    told.add(item, writes.add(item, isHomeless(item, back, live) ? LEFT : back));
  }
  await writes.send(REMOVE_PRODUCTS);
}

/** True for a product that would move into a category that is not there, or come back there. */
function isHomeless({ present }: ChangedItem, back: WayBack, live: ReadonlySet<number>): boolean {
  if (!('values' in back)) return false;
  const { category_id: category, deleted_at: deletedAt } = { ...present, ...back.values };
  const comes = 'category_id' in back.values || 'deleted_at' in back.values;
  return comes && deletedAt === 'null' && !live.has(Number(category));
}

/** The categories that are there. @throws ConflictError if they were changed, and are no tree any more */
async function liveCategories(
  manager: EntityManager,
  areChanged: boolean,
): Promise<ReadonlySet<number>> {
  const rows =
    await manager.query<{ id: number; parent_id: number | null; isLive: boolean }[]>(CATEGORIES);
  const live = new Set(rows.filter(({ isLive }) => isLive).map(({ id }) => id));
  if (!areChanged) return live;
  const isApart = rows.some(
    ({ isLive, parent_id: above }) => isLive && above !== null && !live.has(above),
  );
  const isTooDeep = [...levelsOf(rows).values()].some((level) => level > DEEPEST_LEVEL);
  if (!isApart && !isTooDeep && circlesIn(rows).size === 0) return live;
  throw new ConflictError(
    'Categories were moved since, so that these cannot go back to their places; nothing was taken back.',
    { messageKey: messageKey('audit.categories-moved', {}) },
  );
}

/** @param entity tells the columns, those of later releases as well */
function tableOf(manager: EntityManager, name: RecordedTable['name'], entity: Type): RecordedTable {
  const { columns } = manager.dataSource.getMetadata(entity);
  const names = columns.map(({ databaseName }) => databaseName);
  return { name, columns: names.filter((column) => column !== 'id') };
}

/** What is written for some items, in one statement for each way, and each set of columns. */
class Writes {
  /** By the columns that are written. */
  private readonly updates = new Map<string, string[]>();
  private readonly inserts: string[] = [];
  private readonly removals: number[] = [];

  constructor(
    private readonly manager: EntityManager,
    private readonly table: RecordedTable,
  ) {}

  /** @returns false for what is left; undefined for what is as it was */
  add({ present }: Pick<ChangedItem, 'present'>, back: WayBack): boolean | undefined {
    if (back.way === 'same') return undefined;
    if (back.way === 'left') return false;
    const id = present?.id ?? '0';
    if (back.way === 'insert') this.inserts.push(jsonOf(back.values));
    else if (back.way !== 'update') this.removals.push(Number(id));
    else {
      const columns = this.table.columns.filter((column) => column in back.values).join();
      const rows = this.updates.get(columns) ?? [];
      this.updates.set(columns, rows);
      rows.push(jsonOf({ ...back.values, id }));
    }
    return true;
  }

  /** @param remove the statement that takes ids away @returns true if something was written */
  async send(remove: string): Promise<boolean> {
    const { manager, table } = this;
    const list = (rows: readonly string[]) => [`[${rows.join(',')}]`];
    if (this.inserts.length > 0) await manager.query(insertRows(table), list(this.inserts));
    for (const [columns, rows] of this.updates) {
      await manager.query(updateRows({ ...table, columns: columns.split(',') }), list(rows));
    }
    if (this.removals.length > 0) await manager.query(remove, [this.removals]);
    return this.inserts.length + this.updates.size + this.removals.length > 0;
  }
}

/** JSON with exactly these texts. */
function jsonOf(values: JsonTexts): string {
  const parts = Object.entries(values).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return `{${parts.join(',')}}`;
}

/** Counts items, and keeps the first of them. */
class Told {
  private readonly counts = { back: 0, left: 0 };
  private readonly first = { back: [] as TakenItem[], left: [] as TakenItem[] };

  add(item: ChangedItem, goesBack: boolean | undefined): void {
    if (goesBack === undefined) return;
    const way = goesBack ? 'back' : 'left';
    this.counts[way] += 1;
    if (this.first[way].length === TOLD_ITEMS) return;
    const { kind, itemId, part, accountId, groupId, name } = item;
    this.first[way].push({ kind, itemId, part, accountId, groupId, name, goesBack });
  }

  all(): TakenBack {
    const { back, left } = this.first;
    return { ...this.counts, items: [...left, ...back].slice(0, TOLD_ITEMS) };
  }
}
