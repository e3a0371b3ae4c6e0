import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, PoolClient } from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { markStatement } from './change-mark.js';
import { breaksConnection, isOutOfSpace } from './database-errors.js';
import { LockQueues } from './lock-queues.js';
import { keepOpen } from './open-transaction.js';
import {
  COMMIT,
  limitsStatement,
  QUEUED_LOCK_TIMEOUT_MS,
  SERVER_LIMITS,
  TIME_LIMITS,
  type TimeLimits,
} from './time-limits.js';

/** Statements that run on one connection. */
export type Work<T> = (manager: EntityManager) => Promise<T>;

/** The queue of a transaction that locks the row of an account, or another row that many transactions lock. */
export interface LockQueue {
  readonly accountId: number;
  /** True for sealing, which then waits for none of the account's orders before it begins. */
  readonly seals?: true;
  /** The transaction fails with 111 when it could not begin within this time. */
  readonly beginWithinMs?: number;
}

/** The account id of the queue of transactions that lock the rows of several accounts. */
export const SEVERAL_ACCOUNTS = 0;

/** What has become of a transaction that the code of others has used. */
export interface TransactionWatch {
  /** True if statements were sent. */
  isUsed(): boolean;
  /** False once the transaction has failed, or was ended by a statement. */
  isOpen(): Promise<boolean>;
}

/** @param isCertain false if the answer to COMMIT was lost */
export type AfterCommit = (isCertain: boolean) => void;

export interface TransactionOptions {
  /** The transaction is rolled back at its end. */
  readonly dryRun?: boolean;
  /** Statements that write, or lock rows, fail. */
  readonly readOnly?: boolean;
  /** Undefined for a transaction that locks the row of no account. */
  readonly queue?: LockQueue | undefined;
  /** How long one statement may take, in milliseconds; by default the limit of the process. */
  readonly statementMs?: number;
}

/** As long as the pool lets a caller wait for a connection. */
const QUEUE_TIMEOUT_MS = 3_000;

/** Needs new pages in a file of the database; any role may run it. A large object is a value outside of tables. */
const WRITE_PROBE = 'SELECT lo_from_bytea(0, $1)';
const WRITE_PROBE_BYTES = 64 * 1024;

/** Also ends the nested transactions (savepoints) of the work. */
const ROLLBACK = 'ROLLBACK';

/** Transactions and single statements on the connection pool. */
@Injectable()
export class Database {
  /** True from a statement that was refused because the disk is full until a write probe succeeds. */
  private mayBeFull = false;
  private readonly lockQueues: LockQueues;
  /** Who is to be told of the commit of each running transaction. */
  private readonly afterCommits = new WeakMap<QueryRunner, AfterCommit[]>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Optional() @Inject(TIME_LIMITS) private readonly limits: TimeLimits = SERVER_LIMITS,
  ) {
    this.lockQueues = new LockQueues((dataSource.options as { poolSize?: number }).poolSize ?? 1);
  }

  get pool(): Pool {
    return (this.dataSource.driver as unknown as { readonly master: Pool }).master;
  }

  /** Names its connections in `pg_stat_activity`. */
  get applicationName(): string | undefined {
    return (this.dataSource.options as { applicationName?: string }).applicationName;
  }

  /** For single statements outside a transaction that wait for no lock. */
  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** True while another session keeps the row of the account locked, so that transactions wait for it in vain. */
  isStuck(accountId: number): boolean {
    return this.lockQueues.isStuck(accountId);
  }

  /**
   * Runs one statement that may have to wait for a lock and has to limit that time itself. If it gets no answer, its
   * connection is closed; otherwise the pool would give the next caller a connection that is still busy.
   */
  async statement<T>(sql: string, parameters: readonly unknown[], queue?: LockQueue): Promise<T> {
    return this.queued(queue, async () => {
      const runner = this.dataSource.createQueryRunner();
      try {
        return await runner.manager.query<T>(sql, [...parameters]);
      } catch (error) {
        this.mayBeFull ||= isOutOfSpace(error);
        if (breaksConnection(error)) await closeConnection(runner);
        throw error;
      } finally {
        await runner.release();
      }
    });
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

  /** Runs the work in one transaction (READ COMMITTED). */
  transaction<T>(
    work: Work<T>,
    {
      dryRun = false,
      readOnly = false,
      queue,
      statementMs = this.limits.statementMs,
    }: TransactionOptions = {},
  ): Promise<T> {
    const lockMs = queue ? QUEUED_LOCK_TIMEOUT_MS : this.limits.lockMs;
    const mode = readOnly ? ', READ ONLY' : '';
    const begin = `READ COMMITTED${mode}; ${limitsStatement({ ...this.limits, lockMs, statementMs })}${markStatement(dryRun)}`;
    return this.queued(queue, () => this.inTransaction(begin, work, dryRun));
  }

  /** Looks from now on at what the code of others does with the transaction of the manager. */
  async watch({ queryRunner }: EntityManager): Promise<TransactionWatch> {
    if (!queryRunner) throw new Error('This manager has no transaction');
    const client = (await queryRunner.connect()) as PoolClient;
    const [connect, query] = [
      queryRunner.connect.bind(queryRunner),
      queryRunner.query.bind(queryRunner),
    ];
    let [isUsed, hasFailed] = [false, false];
    // Each statement takes its connection here, also one that does not go through the manager.
    queryRunner.connect = () => {
      isUsed = true;
      return connect();
    };
    queryRunner.query = ((...statement: Parameters<typeof query>) =>
      query(...statement).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      })) as typeof query;
    return {
      isUsed: () => isUsed,
      isOpen: async () => {
        // An error may arrive before the state of the transaction that it has failed.
        if (hasFailed && !(await succeeds(client.query('SELECT')))) return false;
        hasFailed = false;
        return !isUsed || client.getTransactionStatus() === 'T';
      },
    };
  }

  /** Calls `then` when the transaction of the manager was committed, or may have been; not after a rollback. */
  afterCommit({ queryRunner }: EntityManager, then: AfterCommit): void {
    if (queryRunner) this.afterCommits.get(queryRunner)?.push(then);
  }

  /** Reads several tables in one consistent state (REPEATABLE READ). */
  snapshot<T>(work: Work<T>): Promise<T> {
    return this.inTransaction(`REPEATABLE READ; ${limitsStatement(this.limits)}`, work);
  }

  private queued<T>(queue: LockQueue | undefined, work: () => Promise<T>): Promise<T> {
    if (!queue) return work();
    const { accountId, seals, beginWithinMs = QUEUE_TIMEOUT_MS } = queue;
    return this.lockQueues.run(seals ? -accountId : accountId, beginWithinMs, work);
  }

  /** @param isolation the isolation level, and statements that are sent with it. */
  private async inTransaction<T>(isolation: string, work: Work<T>, dryRun = false): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const send = runner.query.bind(runner);
    const committed: AfterCommit[] = [];
    this.afterCommits.set(runner, committed);
    let isEnding = false;
    try {
      await runner.startTransaction();
      await runner.query(`SET TRANSACTION ISOLATION LEVEL ${isolation}`);
      keepOpen(runner);
      const result = await work(runner.manager);
      refuseStatements(runner);
      isEnding = !dryRun;
      await send(dryRun ? ROLLBACK : COMMIT);
      if (!dryRun) for (const then of committed) then(true);
      return result;
    } catch (error) {
      this.mayBeFull ||= isOutOfSpace(error);
      refuseStatements(runner);
      if (isEnding && breaksConnection(error)) for (const then of committed) then(false);
      await undo(runner, () => send(ROLLBACK), error);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/**
 * A work that still runs when its transaction ends cannot send further statements: each would be committed by itself.
 * Those sent before are executed before the end of the transaction, since a connection executes one after the other.
 */
function refuseStatements(runner: QueryRunner): void {
  runner.query = () => Promise.reject(new Error('The transaction of this statement has ended'));
}

/**
 * Ends a failed transaction. A broken or hanging connection is closed without ROLLBACK, which would time out, too; the
 * server rolls back when it notices that the connection is closed.
 */
async function undo(
  runner: QueryRunner,
  rollBack: () => Promise<unknown>,
  error: unknown,
): Promise<void> {
  if (breaksConnection(error)) {
    await closeConnection(runner);
    return;
  }
  try {
    await rollBack();
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
