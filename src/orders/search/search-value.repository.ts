import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** Deletes the values of old orders: part by part of the table, since no index leads to them. */
@Injectable()
export class SearchValueRepository {
  constructor(private readonly database: Database) {}

  /** The pages of the table now. */
  async pages(): Promise<number> {
    const [{ pages }] = await this.database.manager.query<[{ pages: number }]>(PAGES);
    return pages;
  }

  /** Deletes from some pages of the table, which are numbered from 0. @param keptDays by the times of the orders */
  async deleteOld(firstPage: number, pages: number, keptDays: number): Promise<void> {
    const range = [`(${firstPage},0)`, `(${firstPage + pages},0)`];
    await this.database.statement(DELETE_OLD, [...range, keptDays]);
  }
}

const PAGES = `
  SELECT (pg_relation_size('order_search_values') / current_setting('block_size')::integer)::float8 AS pages`;

const DELETE_OLD = `
  DELETE FROM order_search_values
  WHERE ctid >= $1::tid AND ctid < $2::tid AND created_at < now() - $3 * interval '1 day'`;
