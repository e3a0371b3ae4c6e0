import { Inject, Injectable } from '@nestjs/common';
import { loggableError } from '../../common/logger.js';
import { PeriodicService } from '../../common/periodic-service.js';
import { RUNS_JOBS } from '../../queue/job-queue.js';
import { UnneededPurchases } from './purchase/unneeded-purchase.service.js';
import type { UnneededPurchase } from './purchase/unneeded-purchases.repository.js';

const CHECK_INTERVAL_MS = 10_000;
/** Asked in one run, at the same time as far as the limits of their suppliers allow. */
const PURCHASES_PER_CHECK = 20;

/** Follows unneeded purchases up until their suppliers have decided. Of several servers, one asks about each. */
@Injectable()
export class UnneededPurchaseWatch extends PeriodicService {
  constructor(
    private readonly purchases: UnneededPurchases,
    @Inject(RUNS_JOBS) runsJobs: boolean,
  ) {
    super(CHECK_INTERVAL_MS, 'unneeded purchases could not be looked up', runsJobs);
  }

  /** It does not wait for suppliers: what they answer now is asked again by the next server. */
  override beforeApplicationShutdown(): Promise<void> {
    void this.task.stop();
    return Promise.resolve();
  }

  async run(): Promise<void> {
    const due = await this.purchases.takeDue(PURCHASES_PER_CHECK);
    await Promise.all(due.map((purchase) => this.follow(purchase)));
  }

  private async follow(purchase: UnneededPurchase): Promise<void> {
    const { orderId, supplier } = purchase;
    try {
      if (!(await this.purchases.follow(purchase))) return;
      this.logger.warn({ orderId, supplier }, 'an order was bought after it was closed by hand');
    } catch (error) {
      this.logger.warn(
        { orderId, supplier, err: loggableError(error) },
        'an unneeded purchase could not be followed up',
      );
    }
  }
}
