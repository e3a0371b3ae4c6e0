import { Injectable } from '@nestjs/common';
import { csvHeader, csvRow, type CsvColumns } from '../../common/csv.js';
import { FairQueue } from '../../common/fair-queue.js';
import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import type { Permission } from '../../operators/permissions/permissions.js';
import type { Caller } from '../access/caller.js';
import { MAX_ITEMS, type ItemsPage, type ListQuery } from './page.js';

/** A list as a file. */
export interface ListFile<Item extends object = object> {
  /** Of its items. */
  readonly columns: CsvColumns;
  /** Of the list; a slow file may take hours, so it is asked for before each part but the first. */
  readonly permission: Permission;
  /** The values of the columns, where they are not those of the item itself. */
  readonly rowOf?: (item: Item) => object;
}

/** Answers the lists of both doors as pages and as files. */
@Injectable()
export class ListFiles {
  /** Parts of files are read one after the other, by operator in turn; the other connections are left to orders. */
  private readonly turns = new FairQueue<number>({ maxConcurrent: 1, maxPerTurn: 1 });

  /**
   * A page of a list, or with `format=csv` the whole list from there on as one CSV, whose parts are read while it is sent.
   * @param page reads a page of the list
   */
  answer<Query extends ListQuery, Item extends object>(
    list: ListFile<Item>,
    query: Query,
    caller: Caller,
    page: (query: Query) => Promise<ItemsPage<Item>>,
  ): Promise<ItemsPage<Item>> | StreamedAnswer {
    if (query.format !== 'csv') return page(query);
    const parts = () => this.parts(list, caller, query, page);
    return new StreamedAnswer('text/csv; charset=utf-8', parts);
  }

  private async *parts<Query extends ListQuery, Item extends object>(
    { columns, permission, rowOf = (item) => item }: ListFile<Item>,
    caller: Caller,
    query: Query,
    page: (query: Query) => Promise<ItemsPage<Item>>,
  ): AsyncGenerator<string> {
    yield csvHeader(columns);
    let part: Query = { ...query, limit: String(MAX_ITEMS) };
    for (;;) {
      const asked = part;
      const { items, next } = await this.turns.run(caller.principal.operatorId, () => page(asked));
      yield items.map((item) => csvRow(columns, rowOf(item))).join('');
      if (next === null) return;
      part = { ...part, cursor: next };
      await caller.assertStillMay(permission);
    }
  }
}
