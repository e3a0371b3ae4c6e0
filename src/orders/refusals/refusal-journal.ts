import { Inject, Injectable } from '@nestjs/common';
import type { AppError } from '../../common/app-error.js';
import type { SoukRequest } from '../../common/http/souk-request.js';
import { loggableError } from '../../common/logger.js';
import { PeriodicService } from '../../common/periodic-service.js';
import { withinTime } from '../../common/time-limit.js';
import { shareOf } from '../../common/server-worker.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { Database } from '../../database/database.js';
import { isDatabaseUnavailable, isRefusedData } from '../../database/database-errors.js';
import { hasFreeConnection } from '../../database/free-connection.js';
import type { NewRefusal } from './order-refusal.js';
import { RefusalQueue } from './refusal-queue.js';
import { RefusalRetention } from './refusal-retention.job.js';
import { refusalOf } from './refused-request.js';
import { RefusalRepository } from './refusal.repository.js';

/**
 * Two batches take 500 ms at these numbers, and a batch waits 250 ms for a free connection, so a server that is killed
 * while the database keeps up loses less than a second of refusals.
 */
const INTERVAL_MS = 250;
const MAX_BATCH = 1_000;
const MAX_WAITING = shareOf(2_000);
/** For so long all connections may be at work before a batch waits for one like any other caller. */
const MAX_POSTPONED_MS = 250;
/** The pause after a batch that the database did not take. */
const RETRY_AFTER_MS = 1_000;
/** Dropped refusals are logged at most this often. */
const REPORT_INTERVAL_MS = 60_000;
/** A database that does not answer holds up the stop of the server for no longer. */
const LAST_WRITE_TIMEOUT_MS = 2_000;

/**
 * Notes refused orders in the database, in the background: a request only adds its entry to a queue in memory, so it
 * neither waits for the database nor fails with it. What the queue has no room for is dropped and counted.
 */
@Injectable()
export class RefusalJournal extends PeriodicService {
  protected override readonly inEachWorker = true;
  /** Since the start of the server. */
  readonly counts = { written: 0, dropped: 0 };
  private readonly queue = new RefusalQueue(MAX_WAITING);
  /** By `performance.now()`, as all times here. */
  private retryAtMs = 0;
  private postponedSinceMs: number | undefined;
  private reportAtMs = 0;
  private reported = 0;
  private isFailing = false;

  constructor(
    private readonly refusals: RefusalRepository,
    private readonly retention: RefusalRetention,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {
    super(INTERVAL_MS, 'refused orders could not be written to the journal');
  }

  /** Refusals that are not written yet. */
  get waiting(): number {
    return this.queue.size;
  }

  /** Writes what waits, before the connection pool closes. */
  override async beforeApplicationShutdown(): Promise<void> {
    const written = super.beforeApplicationShutdown().then(() => this.storeAll());
    const late = 'the database has not answered in time';
    await withinTime(written, LAST_WRITE_TIMEOUT_MS, late).catch(() => undefined);
    this.counts.dropped += this.queue.size;
    this.report(Infinity);
  }

  /** Takes note of a request of newOrder that ends with an error. Never throws. */
  readonly note = (request: SoukRequest, error: AppError): void => {
    try {
      const refusal = refusalOf(request, error, this.config.ORDER_UUID);
      if (refusal && !this.queue.add(refusal)) this.counts.dropped++;
    } catch {
      // An error of an extension may hold anything; the answer of the order must not depend on it.
      this.counts.dropped++;
    }
  };

  /** Writes a batch, if there is one and a connection for it. Never fails. */
  async run(): Promise<void> {
    const now = performance.now();
    this.report(now);
    if (this.queue.size === 0 || now < this.retryAtMs || this.isPostponed(now)) return;
    await this.storeBatch();
  }

  private async storeAll(): Promise<void> {
    while (this.queue.size > 0 && (await this.storeBatch()));
  }

  /** Orders come first: true while they have taken all connections, but not for ever. */
  private isPostponed(now: number): boolean {
    if (hasFreeConnection(this.database.pool)) {
      this.postponedSinceMs = undefined;
      return false;
    }
    this.postponedSinceMs ??= now;
    return now - this.postponedSinceMs < MAX_POSTPONED_MS;
  }

  /** @returns false if the batch still waits, because the database cannot be reached. */
  private async storeBatch(): Promise<boolean> {
    const batch = this.queue.oldest(MAX_BATCH);
    try {
      const written = await this.insert(batch);
      this.counts.written += written;
      this.counts.dropped += batch.length - written;
      this.retention.noteWritten(written);
      if (this.isFailing) this.logger.info('refused orders are written to the journal again');
      this.isFailing = false;
    } catch (error) {
      this.fail(error);
      return false;
    }
    this.queue.remove(batch.length);
    return true;
  }

  /**
   * Writes a batch. If the database refuses the data of one, the halves are written by themselves, so that this one alone is
   * lost. Those that were written already may be written again.
   * @returns how many were written
   * @throws the error of a database that cannot be reached
   */
  private async insert(batch: readonly NewRefusal[]): Promise<number> {
    try {
      await this.refusals.insert(batch);
      return batch.length;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (batch.length > 1 && isRefusedData(error)) {
        const middle = Math.floor(batch.length / 2);
        const first = await this.insert(batch.slice(0, middle));
        return first + (await this.insert(batch.slice(middle)));
      }
      this.logger.error({ err: loggableError(error) }, 'the journal of refused orders has a fault');
      return 0;
    }
  }

  private fail(error: unknown): void {
    if (!this.isFailing) {
      const err = loggableError(error);
      this.logger.warn({ err }, 'refused orders wait: the database did not take them');
    }
    this.isFailing = true;
    this.retryAtMs = performance.now() + RETRY_AFTER_MS;
  }

  private report(now: number): void {
    const dropped = this.counts.dropped - this.reported;
    if (dropped === 0 || now < this.reportAtMs) return;
    this.logger.warn({ dropped }, 'refused orders are missing in the journal: there were too many');
    this.reported = this.counts.dropped;
    this.reportAtMs = now + REPORT_INTERVAL_MS;
  }
}
