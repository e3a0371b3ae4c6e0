import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PeriodicTask } from '../../../common/periodic-task.js';
import { Database } from '../../../database/database.js';
import type { DifferenceCounts } from '../catalog-difference.js';
import type { ContentKind } from './import-rows.repository.js';
import { SILENT_SECONDS, type ImportProgress } from './import-state.js';
import {
  APPLIED,
  BEGIN_APPLYING,
  COMPARE,
  COMPARED,
  DELETE_OLD,
  END_APPLYING,
  INSERT,
  LEFT_OVER,
  NOTE,
  READ,
  REFUSE,
  SELECT,
} from './uploaded-imports.sql.js';

const PROGRESS_INTERVAL_MS = 1_000;

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
export interface StoredImport extends NewImport, ImportProgress {
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
}

/** A difference of an upload. */
export interface ShownDifference {
  readonly id: string;
  /** SHA-256 of all changes, as the operator has seen it. */
  readonly digest: string;
}

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

  /** Says each second, until it is stopped, that a server is working on it. A total that is null stays as it was. */
  noting(id: string, progress: () => readonly [done: number, total: number | null]) {
    const task = new PeriodicTask(
      () => this.database.manager.query(NOTE, [id, ...progress()]),
      // The next second tells it again.
      () => undefined,
    );
    task.start(PROGRESS_INTERVAL_MS);
    return task;
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

  /** Says that a server begins to apply a difference. @returns false if it is not ready, or another server applies it. */
  async beginApplying({ id, digest }: ShownDifference): Promise<boolean> {
    const values = [id, digest, SILENT_SECONDS];
    const [, count] = await this.database.manager.query<[unknown, number]>(BEGIN_APPLYING, values);
    return count === 1;
  }

  /** Says that nobody applies it any more, and why nothing was changed. */
  async endApplying(id: string, fault: string): Promise<void> {
    await this.database.manager.query(END_APPLYING, [id, fault]);
  }

  /** @returns false if it has been compared again or deleted meanwhile. */
  async noteApplied(manager: EntityManager, { id, digest }: ShownDifference): Promise<boolean> {
    const [, count] = await manager.query<[unknown, number]>(APPLIED, [id, digest]);
    return count === 1;
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
