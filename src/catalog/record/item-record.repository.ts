import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import type { ItemChange, ItemKey, JsonTexts } from './item-changes.js';
import {
  CHANGED_COLUMNS,
  CHANGES,
  DELETE_OLD,
  END_OF_PART,
  OF_ITEM,
  PAGE,
} from './item-record.sql.js';

/** A value that an entry has changed. */
export interface ChangedItemValue extends ItemKey {
  /** Of the product or category; null for the whole catalog, and for what is not there any more. */
  readonly name: string | null;
  readonly changeId: string;
  readonly column: string;
  readonly from: string | null;
  readonly to: string | null;
  /** What it is now. */
  readonly now: string | null;
}

/** What an entry has changed of one item, as it is shown. */
export interface OwnChange extends Pick<ChangedItemValue, 'part' | 'column' | 'from' | 'to'> {
  readonly account_id: number | null;
  readonly group_id: number | null;
}

/** A product or category. */
export type ItemId = Pick<ItemKey, 'kind' | 'itemId'>;

/** The place of a value in the list of its entry. */
export type ValuePlace = Pick<ChangedItemValue, 'kind' | 'itemId' | 'changeId' | 'column'>;

/** All that an entry has changed of an item, and the item as it is now. */
export interface ChangedItem extends ItemKey {
  readonly name: string | null;
  readonly changes: readonly ItemChange[];
  readonly present: JsonTexts | null;
  /** False for a rule of whom or what is not there any more. */
  readonly isPossible: boolean;
}

type ChangeRow = Omit<ChangedItem, 'changes'> & ItemChange;

/** What an entry has changed: a column, or '' for whole items. */
export interface ChangedColumn {
  readonly part: ItemKey['part'];
  readonly column: string;
}

const CHANGES_PER_PART = 5_000;
/** For how long, and how many rows, values are kept. */
export const KEPT_DAYS = 400;
export const KEPT_ROWS = 5_000_000;
/** Times are compared as texts. */
export const IN_UTC = "SET LOCAL timezone = 'UTC'";

/** The record of changed values; triggers write it. */
@Injectable()
export class ItemRecordRepository {
  constructor(private readonly database: Database) {}

  /** At most `limit` values that an entry has changed. */
  page(entry: number, after: ValuePlace | undefined, limit: number): Promise<ChangedItemValue[]> {
    const { kind = '', itemId = 0, changeId = '0', column = '' } = after ?? {};
    const read = async (manager: EntityManager): Promise<ChangedItemValue[]> => {
      await manager.query(IN_UTC);
      return manager.query(PAGE, [entry, kind, itemId, changeId, column, limit]);
    };
    return this.database.transaction(read, { readOnly: true });
  }

  /** What entries have changed of a product or category, by their ids. */
  async ofItem(
    { kind, itemId }: ItemId,
    entries: readonly string[],
  ): Promise<ReadonlyMap<string, OwnChange[]>> {
    type Row = OwnChange & { readonly entryId: string };
    const rows = await this.database.manager.query<Row[]>(OF_ITEM, [kind, itemId, entries]);
    const found = new Map<string, OwnChange[]>(entries.map((id) => [id, []]));
    for (const { entryId, ...change } of rows) found.get(entryId)?.push(change);
    return found;
  }

  changedColumns(manager: EntityManager, entry: number): Promise<ChangedColumn[]> {
    return manager.query(CHANGED_COLUMNS, [entry]);
  }

  /** The items of which an entry has changed this part, in parts. */
  async *changed(
    manager: EntityManager,
    entry: number,
    part: ItemKey['part'],
  ): AsyncGenerator<ChangedItem[], void> {
    let after: readonly [string, number] = ['', 0];
    for (let isComplete = false; !isComplete;) {
      const place = [entry, ...after, CHANGES_PER_PART];
      const [end] = await manager.query<ItemId[]>(END_OF_PART, place);
      isComplete = end === undefined;
      const last: typeof after = end ? [end.kind, end.itemId] : LAST;
      yield byItem(await manager.query(CHANGES, [entry, ...after, ...last, part]));
      after = last;
    }
  }

  /** @returns how many rows were deleted */
  async deleteSome(limit = CHANGES_PER_PART, days = KEPT_DAYS, rows = KEPT_ROWS): Promise<number> {
    const sent = [days, rows, limit];
    const [, count] = await this.database.manager.query<[unknown, number]>(DELETE_OLD, sent);
    return count;
  }
}

/** Behind all items. */
const LAST = ['~', 0] as const;

function byItem(rows: readonly ChangeRow[]): ChangedItem[] {
  const items = new Map<string, ChangedItem & { readonly changes: ItemChange[] }>();
  for (const { before, after, ...item } of rows) {
    const key = [item.kind, item.itemId, item.accountId, item.groupId].join();
    const known = items.get(key) ?? { ...item, changes: [] };
    items.set(key, known);
    known.changes.push({ before, after });
  }
  return [...items.values()];
}
