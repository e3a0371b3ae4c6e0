import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Gauge, Registry } from 'prom-client';
import { sharedRead } from '../common/shared-read.js';
import { Database } from '../database/database.js';
import { RevisionWatch } from '../database/revision/revision-watch.js';

interface LockWaits {
  readonly count: number;
  readonly longestSeconds: number;
}

/** A wait for a row's lock is one for a transaction, which belongs to no database; so the backend's database counts. */
const LOCK_WAITS = `
  SELECT count(*)::integer AS count,
         coalesce(extract(epoch FROM clock_timestamp() - min(waitstart)), 0)::float8 AS "longestSeconds"
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND datname = current_database()`;

/** The pool, the locks and the revisions, read when the metrics are scraped. */
@Injectable()
export class DatabaseMetrics {
  constructor(
    private readonly registry: Registry,
    database: Database,
    revisions: RevisionWatch,
  ) {
    this.addPool(database.pool);
    this.addLocks(database);
    this.gauge(
      'souk_revision_age_seconds',
      'Time since the revisions of catalog and access were read; above 1, requests read them or are answered 111.',
      () => revisions.ageMs / 1000,
      'max',
    );
  }

  private addPool(pool: Pool): void {
    this.gauge(
      'souk_database_pool_size',
      'Most connections of the pool: DATABASE_POOL_SIZE.',
      () => pool.options.max,
    );
    this.gauge(
      'souk_database_pool_used',
      'Connections of the pool that work for a caller.',
      () => pool.totalCount - pool.idleCount,
    );
    this.gauge(
      'souk_database_pool_waiting',
      'Callers that wait for a connection of the pool.',
      () => pool.waitingCount,
    );
  }

  private addLocks(database: Database): void {
    const locks = sharedRead(() =>
      database.manager
        .query<[LockWaits]>(LOCK_WAITS)
        .then(([waits]) => waits)
        .catch(() => ({ count: NaN, longestSeconds: NaN })),
    );
    this.gauge(
      'souk_database_lock_waits',
      'Connections of all programs that wait for a lock in the database; not a number while it does not answer.',
      async () => (await locks()).count,
      'first',
    );
    this.gauge(
      'souk_database_lock_wait_seconds',
      'For how long the longest of these waits has lasted.',
      async () => (await locks()).longestSeconds,
      'first',
    );
  }

  /** @param aggregator what is told of several workers */
  private gauge(
    name: string,
    help: string,
    read: () => number | Promise<number>,
    aggregator: 'sum' | 'max' | 'first' = 'sum',
  ): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      aggregator,
      async collect() {
        this.set(await read());
      },
    });
  }
}
