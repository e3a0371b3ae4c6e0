import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER, loggableError } from '../common/logger.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database, type Work } from './database.js';

/** Injection token: where a read replica of the database is; undefined when there is none. */
export const REPLICA_URL = Symbol('replica-url');

const POOL_SIZE = 2;
/** It has to open a connection, and to begin an answer, within so many milliseconds each. */
const PATIENCE = 500;
/** After a failure it is left alone for so many milliseconds. */
const REST = 10_000;

/** A copy of the database that may lag behind and may be away at any time: for large reads that can be made elsewhere. */
@Injectable()
export class ReadReplica implements BeforeApplicationShutdown {
  private opened: Promise<DataSource> | undefined;
  private restsUntil = -Infinity;

  constructor(
    @Inject(REPLICA_URL) private readonly url: string | undefined,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Reads many tables as they were at one moment, some time ago.
   * @returns undefined when there is no replica, or it does not answer.
   */
  async snapshot<T>(work: Work<T>): Promise<T | undefined> {
    if (this.url === undefined || performance.now() < this.restsUntil) return undefined;
    try {
      return await begunSoon(await soon(this.open(this.url)), work);
    } catch (error) {
      this.restsUntil = performance.now() + REST;
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
      const settings = { url, poolSize: POOL_SIZE, statementTimeout: true };
      this.opened = new DataSource(dataSourceOptions(settings)).initialize();
      this.opened.catch(() => (this.opened = undefined));
    }
    return this.opened;
  }
}

/** Runs the work unless the transaction does not begin; a connection that has served before may hang, too. */
async function begunSoon<T>(source: DataSource, work: Work<T>): Promise<T> {
  const begun = Promise.withResolvers<undefined>();
  let awaited = true;
  const done = new Database(source).snapshot(async (manager) => {
    if (!awaited) throw new Error('nobody waits for it any more');
    begun.resolve(undefined);
    return work(manager);
  });
  try {
    await soon(Promise.race([begun.promise, done]));
  } catch (error) {
    awaited = false;
    throw error;
  }
  return done;
}

/** @throws an error that counts as a broken connection, so that nobody waits for it any more. */
async function soon<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(Object.assign(new Error('it takes too long'), { code: 'ETIMEDOUT' }));
  }, PATIENCE);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
