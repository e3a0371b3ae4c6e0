import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { Database } from '../../database/database.js';
import { JobQueue, RUNS_JOBS } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { FulfillmentRepository } from './fulfillment.repository.js';

const CHECK_INTERVAL_MS = 60_000;
const DELIVERIES_PER_CHECK = 500;

/**
 * Writes a new job for every delivery whose job is missing: a backup holds orders but no jobs, and an operator may have
 * emptied the queue.
 */
@Injectable()
export class OverdueDeliveries implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly fulfillments: FulfillmentRepository,
    private readonly jobs: JobQueue,
    @Inject(RUNS_JOBS) private readonly runsJobs: boolean,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.runsJobs) return;
    this.timer = setInterval(() => {
      this.running = this.requeue().catch((error: unknown) => {
        this.logger.warn(
          { err: loggableError(error) },
          'overdue deliveries could not be looked up',
        );
      });
    }, CHECK_INTERVAL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** @returns the number of deliveries that got a new job. */
  requeue(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const overdue = await this.fulfillments.takeOverdue(manager, DELIVERIES_PER_CHECK);
      for (const { accountId, orderId } of overdue) {
        await this.jobs.send(manager, QUEUES.fulfillment, { accountId, orderId });
      }
      return overdue.length;
    });
  }
}
