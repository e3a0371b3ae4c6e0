import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PoolClient } from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { isDatabaseUnavailable } from './database-errors.js';

/** Work that belongs together, on one connection. */
export type Work<T> = (manager: EntityManager) => Promise<T>;

/** Transactions and plain queries on the one pool. */
@Injectable()
export class Database {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** For single statements outside a transaction, that wait for nobody. */
  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /**
   * Runs one statement that may have to wait for a lock. When it takes too long its connection is cut, or the next
   * caller would get one that is still waiting.
   */
  async statement<T>(sql: string, parameters: readonly unknown[]): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      return await runner.manager.query<T>(sql, [...parameters]);
    } catch (error) {
      if (isDatabaseUnavailable(error)) await cut(runner);
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** Runs the work in one transaction (READ COMMITTED): all of it is committed, or nothing. */
  transaction<T>(work: Work<T>): Promise<T> {
    return this.inTransaction('READ COMMITTED', work);
  }

  /** Reads many tables as they were at one moment (REPEATABLE READ). */
  snapshot<T>(work: Work<T>): Promise<T> {
    return this.inTransaction('REPEATABLE READ', work);
  }

  private async inTransaction<T>(
    isolation: 'READ COMMITTED' | 'REPEATABLE READ',
    work: Work<T>,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction(isolation);
      const result = await work(runner.manager);
      await runner.commitTransaction();
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
 * Ends a failed transaction. A connection that broke or hangs is cut instead of asked to roll back: the question
 * would wait as long again, and the server rolls back by itself when the connection is gone.
 */
async function undo(runner: QueryRunner, error: unknown): Promise<void> {
  if (isDatabaseUnavailable(error)) {
    await cut(runner);
    return;
  }
  try {
    await runner.rollbackTransaction();
  } catch {
    await cut(runner);
  }
}

async function cut(runner: QueryRunner): Promise<void> {
  if (runner.isReleased) return;
  try {
    const client = (await runner.connect()) as PoolClient;
    // TypeORM hands a connection that reports an error back to the pool as broken; the pool then closes it.
    client.emit('error', new Error('connection terminated after a failed transaction'));
  } catch {
    // There never was a connection.
  }
}
