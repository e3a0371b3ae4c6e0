import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { PeriodicTask } from '../../common/periodic-task.js';
import { RUNS_JOBS } from '../../queue/job-queue.js';
import { UnneededPurchases } from './purchase/unneeded-purchase.service.js';
import type { UnneededPurchase } from './purchase/unneeded-purchases.repository.js';

const CHECK_INTERVAL_MS = 10_000;
/** Asked in one run, at the same time as far as the limits of their suppliers allow. */
const PURCHASES_PER_CHECK = 20;

/** Follows unneeded purchases up until their suppliers have decided. Of several servers, one asks about each. */
@Injectable()
export class UnneededPurchaseWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new PeriodicTask(
    () => this.check(),
    (error) => {
      this.logger.warn({ err: loggableError(error) }, 'unneeded purchases could not be looked up');
    },
  );

  constructor(
    private readonly purchases: UnneededPurchases,
    @Inject(RUNS_JOBS) private readonly runsJobs: boolean,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.runsJobs) this.task.start(CHECK_INTERVAL_MS);
  }

  /** It does not wait for suppliers: what they answer now is asked again by the next server. */
  beforeApplicationShutdown(): void {
    void this.task.stop();
  }

  async check(): Promise<void> {
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
