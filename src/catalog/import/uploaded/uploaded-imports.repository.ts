import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import type { CatalogDifference } from '../catalog-difference.js';
import type { ContentKind } from './import-rows.repository.js';
import type { StoredState } from './import-state.js';

/** The counts of a difference. */
export type DifferenceCounts = Pick<CatalogDifference, 'categories' | 'products'>;

/** The result of a comparison. */
interface ComparedRows {
  /** How many rows were compared. */
  readonly rows: number;
  readonly counts: DifferenceCounts;
  /** SHA-256 of all changes. */
  readonly digest: string;
}

/** A file that was uploaded. */
export interface NewImport {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly hideMissing: boolean;
  readonly createdBy: string;
}

/** An uploaded file and how far it has come. */
export interface StoredImport extends NewImport {
  readonly state: StoredState;
  readonly comparison: number;
  readonly rowsDone: number;
  /** Null while it is unknown. */
  readonly rowsTotal: number | null;
  readonly fault: string | null;
  /** Null until the file was read to its end. */
  readonly kind: ContentKind | null;
  readonly difference: DifferenceCounts | null;
  readonly digest: string | null;
  readonly createdAt: Date;
  readonly silentSeconds: number;
}

/** How long an import is kept. */
export const KEPT_HOURS = 24;

/** The rows of imports. What was uploaded earlier than `KEPT_HOURS` ago is no longer there, deleted or not. */
@Injectable()
export class UploadedImportsRepository {
  constructor(private readonly database: Database) {}

  async insert(manager: EntityManager, { id, name, bytes, hideMissing, createdBy }: NewImport) {
    await manager.query(INSERT, [id, name, bytes, hideMissing, createdBy]);
  }

  /** Those of two uploads at the same time wait for one another. */
  async countLocked(manager: EntityManager): Promise<number> {
    await manager.query('LOCK TABLE catalog_imports IN SHARE ROW EXCLUSIVE MODE');
    const rows = await manager.query<[{ count: number }]>(
      'SELECT count(*)::integer AS count FROM catalog_imports',
    );
    return rows[0].count;
  }

  async find(id: string): Promise<StoredImport | undefined> {
    const sql = `${SELECT} AND id = $1`;
    return (await this.database.manager.query<StoredImport[]>(sql, [id]))[0];
  }

  /** The same, locked until the transaction of the caller ends. */
  async findLocked(manager: EntityManager, id: string): Promise<StoredImport | undefined> {
    const sql = `${SELECT} AND id = $1 FOR UPDATE`;
    return (await manager.query<StoredImport[]>(sql, [id]))[0];
  }

  /** All there are, the newest first. Their number is bounded where they are made. */
  list(): Promise<StoredImport[]> {
    const sql = `${SELECT} ORDER BY created_at DESC, id`;
    return this.database.manager.query<StoredImport[]>(sql);
  }

  /** Says that a server is working on it. */
  async note(id: string, done: number, total: number | null): Promise<void> {
    await this.database.manager.query(NOTE, [id, done, total]);
  }

  async noteRead(id: string, kind: ContentKind): Promise<void> {
    await this.database.manager.query(READ, [id, kind]);
  }

  async refuse(id: string, fault: string): Promise<void> {
    await this.database.manager.query(REFUSE, [id, fault]);
  }

  /** @returns the number of the comparison that begins. */
  async beginComparison(manager: EntityManager, id: string): Promise<number> {
    const [rows] = await manager.query<[[{ comparison: number }], number]>(COMPARE, [id]);
    return rows[0].comparison;
  }

  /** Without effect if another comparison has begun meanwhile. */
  async endComparison(
    { id, comparison }: { readonly id: string; readonly comparison: number },
    { rows, counts, digest }: ComparedRows,
  ): Promise<void> {
    const values = [id, comparison, JSON.stringify(counts), digest, rows];
    await this.database.manager.query(COMPARED, values);
  }

  async noteApplied(manager: EntityManager, id: string): Promise<void> {
    await manager.query("UPDATE catalog_imports SET state = 'applied' WHERE id = $1", [id]);
  }

  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM catalog_imports WHERE id = $1', [id]);
  }

  /** The ids of imports that are no longer there but for rows of theirs. */
  async leftOver(): Promise<string[]> {
    await this.database.manager.query(DELETE_OLD);
    const rows = await this.database.manager.query<{ id: string }[]>(LEFT_OVER);
    return rows.map(({ id }) => id);
  }
}

const KEPT = `created_at > now() - interval '${KEPT_HOURS} hours'`;

const SELECT = `
  SELECT id, name, bytes::float8 AS bytes, hide_missing AS "hideMissing", state, comparison,
    rows_done AS "rowsDone", rows_total AS "rowsTotal", fault, kind, difference, digest,
    created_by AS "createdBy", created_at AS "createdAt",
    extract(epoch FROM clock_timestamp() - active_at)::float8 AS "silentSeconds"
  FROM catalog_imports WHERE ${KEPT}`;

const INSERT = `
  INSERT INTO catalog_imports (id, name, bytes, hide_missing, created_by)
  VALUES ($1, $2, $3, $4, $5)`;

const NOTE = `
  UPDATE catalog_imports SET active_at = now(), rows_done = $2, rows_total = $3
  WHERE id = $1 AND state IN ('reading', 'comparing')`;

const READ = `
  UPDATE catalog_imports SET state = 'comparing', kind = $2, active_at = now() WHERE id = $1`;

const REFUSE = `
  UPDATE catalog_imports SET state = 'refused', fault = $2
  WHERE id = $1 AND state IN ('reading', 'comparing')`;

const COMPARE = `
  UPDATE catalog_imports SET state = 'comparing', comparison = comparison + 1, rows_done = 0,
    difference = NULL, digest = NULL, active_at = now()
  WHERE id = $1 RETURNING comparison`;

const COMPARED = `
  UPDATE catalog_imports SET state = 'ready', difference = $3::json, digest = $4, rows_done = $5::integer,
    rows_total = $5::integer
  WHERE id = $1 AND comparison = $2 AND state = 'comparing'`;

const DELETE_OLD = `DELETE FROM catalog_imports WHERE NOT (${KEPT})`;

const LEFT_OVER = `
  SELECT import_id AS id FROM (
    SELECT DISTINCT import_id FROM catalog_import_rows
    UNION SELECT DISTINCT import_id FROM catalog_import_changes) rest
  WHERE NOT EXISTS (SELECT FROM catalog_imports WHERE id = import_id)
  LIMIT 100`;
