import { Injectable } from '@nestjs/common';
import { csvHeader, csvRow, type CsvColumns } from '../../common/csv.js';
import { FairQueue } from '../../common/fair-queue.js';
import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import type { Permission } from '../../people/permissions/permissions.js';
import type { Caller } from '../access/caller.js';
import { MAX_ITEMS, type ItemsPage, type ListQuery } from '../../operations/lists/page.js';

/** A list as a file. */
export interface ListFile<Item extends object = object> {
  /** Of its items. */
  readonly columns: CsvColumns;
  /** Of the list; a slow file may take hours, so it is asked for before each part but the first. */
  readonly permission: Permission;
  /** The values of the columns, where they are not those of the item itself. */
  readonly rowOf?: (item: Item) => object;
}

type PageReader<Query, Item> = (query: Query, caller: Caller) => Promise<ItemsPage<Item>>;

/** Answers the lists of both doors as pages and as files. */
@Injectable()
export class ListFiles {
  /** Parts of files are read one after the other, by operator in turn; the other connections are left to orders. */
  private readonly turns = new FairQueue<number>({ maxConcurrent: 1, maxPerTurn: 1 });

  /**
   * A page of a list, or with `format=csv` the whole list from there on as one CSV, whose parts are read while it is sent.
   * @param page reads a page of the list as the caller may see it at that time
   */
  answer<Query extends ListQuery, Item extends object>(
    list: ListFile<Item>,
    query: Query,
    caller: Caller,
    page: PageReader<Query, Item>,
  ): Promise<ItemsPage<Item>> | StreamedAnswer {
    if (query.format !== 'csv') return page(query, caller);
    const parts = () => this.parts(list, caller, query, page);
    return new StreamedAnswer('text/csv; charset=utf-8', parts);
  }

  private async *parts<Query extends ListQuery, Item extends object>(
    { columns, permission, rowOf = (item) => item }: ListFile<Item>,
    caller: Caller,
    query: Query,
    page: PageReader<Query, Item>,
  ): AsyncGenerator<string> {
    const read = (part: Query, reader: Caller) =>
      this.turns.run(caller.principal.operatorId, () => page(part, reader));
    const rowsOf = (items: readonly Item[]) =>
      items.map((item) => csvRow(columns, rowOf(item))).join('');
    let part: Query = { ...query, limit: String(MAX_ITEMS) };
    let { items, next } = await read(part, caller);
    // With the first rows, since what is wrong with the list is then still answered by a status.
    yield csvHeader(columns) + rowsOf(items);
    while (next !== null) {
      const present = await caller.assertStillMay(permission);
      part = { ...part, cursor: next };
      ({ items, next } = await read(part, present));
      yield rowsOf(items);
    }
  }
}
