import { Injectable } from '@nestjs/common';
import { csvLines } from '../../common/csv.js';
import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { fileColumnsOf, fileRowOf, shownPage, type List } from '../../operations/lists/list.js';
import type { ItemsPage, ListQuery } from '../../operations/lists/page.js';
import type { ThingId } from '../../operations/operation.js';
import type { Reading } from '../../operations/reading.js';
import { OperationRunner } from '../../operations/running/operation-runner.js';
import type { Permission } from '../../people/permissions/permissions.js';
import type { Caller } from '../access/caller.js';
import { ListFiles, type ListFile } from '../http/list-files.js';

interface AskedList<Query, Item extends object = object, Id extends ThingId = number> {
  /** Of the thing that the list belongs to. */
  readonly id?: Id;
  readonly query: Query;
  readonly caller: Caller;
  /** What a file has besides the fields of the items. */
  readonly file?: Partial<ListFile<Item>> | undefined;
}

/** What is asked of a list, or of a thing to look at. */
export interface AskedThing<Id, Query> {
  /** Of the thing that it is about; 0 for what the shop has once. */
  readonly id: Id;
  /** Of the second one that a route names, if it does. */
  readonly below?: number | undefined;
  readonly query: Query;
  readonly caller: Caller;
  readonly timeZone?: string | undefined;
  readonly weekStart?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Answers declared lists as pages and as files. */
@Injectable()
export class DeclaredLists {
  constructor(
    private readonly runner: OperationRunner,
    private readonly files: ListFiles,
  ) {}

  /** A page of a list, or the whole list as a file. */
  answer<Row, Item extends object, Query extends ListQuery, Id extends ThingId>(
    list: List<Row, Item, Query, Id>,
    { id = 0 as Id, query, caller, file }: AskedList<Query, Item, Id>,
  ): Promise<ItemsPage<Item>> | StreamedAnswer {
    const all = {
      permission: list.permission,
      columns: fileColumnsOf(list),
      rowOf: (item: object) => fileRowOf(list, item),
      ...file,
    };
    return this.files.answer(all, query, caller, (part, reader) =>
      this.page(list, { id, query: part, caller: reader }),
    );
  }

  page<Row, Item extends object, Query extends ListQuery, Id extends ThingId>(
    list: List<Row, Item, Query, Id>,
    { id = 0 as Id, query, caller }: AskedList<Query, object, Id>,
  ): Promise<ItemsPage<Item>> {
    const { services } = this.runner;
    const may = (permission: Permission): boolean => caller.may(permission);
    return shownPage(list, { services, id, query, may });
  }

  /** What is to be looked at, for who asks. */
  read<Answer extends object, Id extends ThingId, Query extends object>(
    reading: Reading<Answer, Id, Query>,
    { caller, ...asked }: AskedThing<Id, Query>,
  ): Promise<Answer> {
    const { services } = this.runner;
    return reading.read({ ...asked, services, may: (permission) => caller.may(permission) });
  }

  /** The same, or its file where that is asked for; its text is made at once, as its rows are read at once. */
  async answerReading<Answer extends object, Id extends ThingId, Query extends object>(
    reading: Reading<Answer, Id, Query>,
    asked: AskedThing<Id, Query>,
  ): Promise<Answer | StreamedAnswer> {
    const answer = await this.read(reading, asked);
    const isFile = 'format' in asked.query && asked.query.format === 'csv';
    const file = isFile ? reading.file?.(answer) : undefined;
    if (!file) return answer;
    const text = csvLines(file.columns, file.rows).join('');
    return new StreamedAnswer('text/csv; charset=utf-8', function* () {
      yield text;
    });
  }
}
