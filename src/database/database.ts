import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PoolClient } from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { isDatabaseUnavailable, isOutOfSpace } from './database-errors.js';

/** Statements that run on one connection. */
export type Work<T> = (manager: EntityManager) => Promise<T>;

/** Needs new pages in a file of the database; any role may run it. A large object is a value outside of tables. */
const WRITE_PROBE = 'SELECT lo_from_bytea(0, $1)';
const WRITE_PROBE_BYTES = 64 * 1024;

/** Transactions and single statements on the connection pool. */
@Injectable()
export class Database {
  /** True from a statement that was refused because the disk is full until a write probe succeeds. */
  private mayBeFull = false;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** For single statements outside a transaction that wait for no lock. */
  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /**
   * Runs one statement that may have to wait for a lock. After a time-out its connection is closed; otherwise the pool
   * would give the next caller a connection that is still busy.
   */
  async statement<T>(sql: string, parameters: readonly unknown[]): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      return await runner.manager.query<T>(sql, [...parameters]);
    } catch (error) {
      this.mayBeFull ||= isOutOfSpace(error);
      if (isDatabaseUnavailable(error)) await closeConnection(runner);
      throw error;
    } finally {
      await runner.release();
    }
  }

  /**
   * After a statement was refused because the disk is full, tries to write, and rolls that back; else does nothing.
   * @throws the error of the database
   */
  async assertSpace(): Promise<void> {
    if (!this.mayBeFull) return;
    // Random, since PostgreSQL compresses.
    const value = randomBytes(WRITE_PROBE_BYTES);
    await this.transaction((manager) => manager.query(WRITE_PROBE, [value]), { dryRun: true });
    this.mayBeFull = false;
  }

  /** Runs the work in one transaction (READ COMMITTED). A dry run is rolled back at its end. */
  transaction<T>(work: Work<T>, { dryRun = false } = {}): Promise<T> {
    return this.inTransaction('READ COMMITTED', work, dryRun);
  }

  /** Reads several tables in one consistent state (REPEATABLE READ). */
  snapshot<T>(work: Work<T>): Promise<T> {
    return this.inTransaction('REPEATABLE READ', work);
  }

  private async inTransaction<T>(
    isolation: 'READ COMMITTED' | 'REPEATABLE READ',
    work: Work<T>,
    dryRun = false,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction(isolation);
      const result = await work(runner.manager);
      await (dryRun ? runner.rollbackTransaction() : runner.commitTransaction());
      return result;
    } catch (error) {
      this.mayBeFull ||= isOutOfSpace(error);
      await undo(runner, error);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/**
 * Ends a failed transaction. A broken or hanging connection is closed without ROLLBACK, which would time out, too; the
 * server rolls back when it notices that the connection is closed.
 */
async function undo(runner: QueryRunner, error: unknown): Promise<void> {
  if (isDatabaseUnavailable(error)) {
    await closeConnection(runner);
    return;
  }
  try {
    await runner.rollbackTransaction();
  } catch {
    await closeConnection(runner);
  }
}

async function closeConnection(runner: QueryRunner): Promise<void> {
  if (runner.isReleased) return;
  try {
    const client = (await runner.connect()) as PoolClient;
    // TypeORM releases a connection that reports an error as broken, and the pool then closes it.
    client.emit('error', new Error('connection terminated after a failed transaction'));
  } catch {
    // No connection was ever opened.
  }
}
