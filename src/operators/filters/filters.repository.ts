import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';

/** A filter of a list that an operator has kept. */
export interface SavedFilter {
  /** Unique for the operator and the page. */
  readonly name: string;
  /** The parameters of the page, as a query string. */
  readonly query: string;
}

/** A filter with the page that it belongs to, below the home page of the console. */
export interface PageFilter extends SavedFilter {
  readonly page: string;
}

/** The rows of saved filters. */
@Injectable()
export class FiltersRepository {
  constructor(private readonly database: Database) {}

  /** The filters of one page, by name. */
  list(operatorId: number, page: string): Promise<SavedFilter[]> {
    return this.database.manager.query(LIST, [operatorId, page]);
  }

  /**
   * Keeps a filter, in place of one of the same name. The row of the operator has to be locked.
   * @param most filters of all pages together that the operator may have.
   * @returns false if it has so many others already
   */
  async save(
    manager: EntityManager,
    operatorId: number,
    { page, name, query }: PageFilter,
    most: number,
  ): Promise<boolean> {
    const values = [operatorId, page, name, query, most];
    return (await manager.query<unknown[]>(SAVE, values)).length > 0;
  }

  async delete(operatorId: number, page: string, name: string): Promise<void> {
    await this.database.manager.query(DELETE, [operatorId, page, name]);
  }
}

const LIST = `
  SELECT name, query FROM operator_filters WHERE operator_id = $1 AND page = $2 ORDER BY name`;

const SAVE = `
  INSERT INTO operator_filters (operator_id, page, name, query)
  SELECT $1::integer, $2::text, $3::text, $4
  WHERE (SELECT count(*) FROM operator_filters
         WHERE operator_id = $1 AND (page, name) <> ($2, $3)) < $5
  ON CONFLICT (operator_id, page, name) DO UPDATE SET query = excluded.query
  RETURNING name`;

const DELETE = 'DELETE FROM operator_filters WHERE operator_id = $1 AND page = $2 AND name = $3';
