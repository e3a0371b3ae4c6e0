import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, PoolClient } from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { isDatabaseUnavailable } from './database-errors.js';

/** Statements that run on one connection. */
export type Work<T> = (manager: EntityManager) => Promise<T>;

/** Transactions and single statements on the connection pool. */
@Injectable()
export class Database {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  get pool(): Pool {
    return (this.dataSource.driver as unknown as { readonly master: Pool }).master;
  }

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
      if (isDatabaseUnavailable(error)) await closeConnection(runner);
      throw error;
    } finally {
      await runner.release();
    }
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
