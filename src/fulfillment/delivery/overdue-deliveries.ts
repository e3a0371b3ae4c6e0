import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { JobQueue, RUNS_JOBS } from '../../queue/job-queue.js';
import { PeriodicService } from '../../common/periodic-service.js';
import { QUEUES } from '../../queue/queues.js';
import { FulfillmentRepository } from './fulfillment.repository.js';

const CHECK_INTERVAL_MS = 60_000;
const DELIVERIES_PER_CHECK = 500;

/**
 * Writes a new job for every delivery whose job is missing: a backup holds orders but no jobs, and an operator may have
 * emptied the queue.
 */
@Injectable()
export class OverdueDeliveries extends PeriodicService {
  constructor(
    private readonly database: Database,
    private readonly fulfillments: FulfillmentRepository,
    private readonly jobs: JobQueue,
    @Inject(RUNS_JOBS) runsJobs: boolean,
  ) {
    super(CHECK_INTERVAL_MS, 'overdue deliveries could not be looked up', runsJobs);
  }

  /** @returns the number of deliveries that got a new job. */
  run(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const overdue = await this.fulfillments.takeOverdue(manager, DELIVERIES_PER_CHECK);
      for (const { accountId, orderId } of overdue) {
        await this.jobs.send(manager, QUEUES.fulfillment, { accountId, orderId });
      }
      return overdue.length;
    });
  }
}
