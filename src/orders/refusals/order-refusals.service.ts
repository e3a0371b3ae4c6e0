import { Injectable } from '@nestjs/common';
import type { Page, Position } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import {
  pageOf,
  pageStatement,
  type NotedRefusal,
  type RefusalFilter,
  type RefusalRow,
} from './refusal-page.js';

/** Most refusals of one page. */
export const MAX_PAGE = 1_000;

/** Reads the journal of refused orders, newest first by time and id. */
@Injectable()
export class OrderRefusals {
  constructor(private readonly database: Database) {}

  /**
   * One page, which looks at a bounded number of rows. It may have few items, or none, before the end.
   * @param limit at most MAX_PAGE
   */
  async page(
    filter: RefusalFilter,
    after: Position | undefined,
    limit: number,
  ): Promise<Page<NotedRefusal>> {
    const size = Math.min(limit, MAX_PAGE);
    const { sql, parameters } = pageStatement(filter, after, size);
    const rows = await this.database.manager.query<RefusalRow[]>(sql, [...parameters]);
    return pageOf(rows, size);
  }

  /** The newest ones, read page by page. */
  async newest(filter: RefusalFilter, limit: number): Promise<NotedRefusal[]> {
    const found: NotedRefusal[] = [];
    let after: Position | undefined;
    do {
      const { items, next } = await this.page(filter, after, limit - found.length);
      found.push(...items);
      after = next ?? undefined;
    } while (after && found.length < limit);
    return found;
  }
}
