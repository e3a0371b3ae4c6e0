import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER, loggableError } from '../common/logger.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database, type Work } from './database.js';

/** Injection token: the URL of a read replica; undefined when there is none. */
export const REPLICA_URL = Symbol('replica-url');

const POOL_SIZE = 2;
/** Limits the time to open a connection, and the time to begin a transaction. */
const ANSWER_TIMEOUT_MS = 500;
/** How long the replica is not used after a failure, as by a circuit breaker that is open. */
const OPEN_CIRCUIT_MS = 10_000;

/** A copy of the database that may lag behind, and may be unavailable at any time. Used for large reads. */
@Injectable()
export class ReadReplica implements BeforeApplicationShutdown {
  private opened: Promise<DataSource> | undefined;
  private circuitOpenUntil = -Infinity;

  constructor(
    @Inject(REPLICA_URL) private readonly url: string | undefined,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Reads several tables in one consistent state, which may be older than that of the primary.
   * @returns undefined when there is no replica, or it does not answer in time.
   */
  async snapshot<T>(work: Work<T>): Promise<T | undefined> {
    if (this.url === undefined || performance.now() < this.circuitOpenUntil) return undefined;
    try {
      return await snapshotSoon(await inTime(this.open(this.url)), work);
    } catch (error) {
      this.circuitOpenUntil = performance.now() + OPEN_CIRCUIT_MS;
      this.logger.warn({ err: loggableError(error) }, 'the read replica does not answer');
      return undefined;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    const source = await this.opened?.catch(() => undefined);
    await source?.destroy();
  }

  private open(url: string): Promise<DataSource> {
    if (!this.opened) {
      const settings = { url, poolSize: POOL_SIZE, statementTimeout: true } as const;
      this.opened = new DataSource(
        dataSourceOptions({ ...settings, defaultTarget: 'any' }),
      ).initialize();
      this.opened.catch(() => (this.opened = undefined));
    }
    return this.opened;
  }
}

/** Runs the work in a transaction that has to begin in time, because a pooled connection may hang. */
async function snapshotSoon<T>(source: DataSource, work: Work<T>): Promise<T> {
  const begun = Promise.withResolvers<undefined>();
  let isAwaited = true;
  const done = new Database(source).snapshot(async (manager) => {
    if (!isAwaited) throw new Error('the transaction began too late');
    begun.resolve(undefined);
    return work(manager);
  });
  try {
    await inTime(Promise.race([begun.promise, done]));
  } catch (error) {
    isAwaited = false;
    throw error;
  }
  return done;
}

/** @throws an error that counts as an unavailable database when the work takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(Object.assign(new Error('it takes too long'), { code: 'ETIMEDOUT' }));
  }, ANSWER_TIMEOUT_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
