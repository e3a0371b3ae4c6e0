import { Injectable } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { fileColumnsOf, shownPage, type List } from '../../operations/lists/list.js';
import type { ItemsPage, ListQuery } from '../../operations/lists/page.js';
import { OperationRunner } from '../../operations/running/operation-runner.js';
import type { Permission } from '../../operators/permissions/permissions.js';
import type { Caller } from '../access/caller.js';
import { ListFiles } from '../http/list-files.js';

interface AskedList<Query> {
  /** Of the thing that the list belongs to. */
  readonly id?: number;
  readonly query: Query;
  readonly caller: Caller;
}

/** Answers declared lists as pages and as files. */
@Injectable()
export class DeclaredLists {
  constructor(
    private readonly runner: OperationRunner,
    private readonly files: ListFiles,
  ) {}

  /** A page of a list, or the whole list as a file. */
  answer<Row, Item extends object, Query extends ListQuery>(
    list: List<Row, Item, Query>,
    { id = 0, query, caller }: AskedList<Query>,
  ): Promise<ItemsPage<Item>> | StreamedAnswer {
    const file = { permission: list.permission, columns: fileColumnsOf(list) };
    return this.files.answer(file, query, caller, (part, reader) =>
      this.page(list, { id, query: part, caller: reader }),
    );
  }

  page<Row, Item extends object, Query extends ListQuery>(
    list: List<Row, Item, Query>,
    { id = 0, query, caller }: AskedList<Query>,
  ): Promise<ItemsPage<Item>> {
    const { services } = this.runner;
    const may = (permission: Permission): boolean => caller.may(permission);
    return shownPage(list, { services, id, query, may });
  }
}
