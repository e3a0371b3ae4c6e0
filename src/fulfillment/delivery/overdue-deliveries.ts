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
import { PeriodicTask } from '../../common/periodic-task.js';
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
  private readonly task = new PeriodicTask(
    () => this.requeue(),
    (error) => {
      this.logger.warn({ err: loggableError(error) }, 'overdue deliveries could not be looked up');
    },
  );

  constructor(
    private readonly database: Database,
    private readonly fulfillments: FulfillmentRepository,
    private readonly jobs: JobQueue,
    @Inject(RUNS_JOBS) private readonly runsJobs: boolean,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.runsJobs) this.task.start(CHECK_INTERVAL_MS);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
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
