import { Inject, Injectable } from '@nestjs/common';
import { loggableError } from '../../../common/logger.js';
import { PeriodicService } from '../../../common/periodic-service.js';
import { RUNS_JOBS } from '../../../queue/job-queue.js';
import { DuePurchases, type DuePurchase } from '../../upstream/checks/due-purchases.repository.js';
import { PurchaseChecks } from '../../upstream/checks/purchase-checks.service.js';
import { CheckedPurchases } from './checked-purchases.service.js';

const CHECK_INTERVAL_MS = 1_000;
/** Shops take up to 200; with so many of the longest ids the address is shorter than what proxies take. */
const ORDERS_PER_CHECK = 100;
/** Taken in one run. A supplier is sent one check after the other, so by one server ten of these in a second at most. */
const PURCHASES_PER_RUN = 10 * ORDERS_PER_CHECK;

/**
 * Asks suppliers about all due purchases whose orders there are known, many in one request; what that does not show to be at
 * work is asked about by its key. Jobs ask about all others.
 */
@Injectable()
export class PurchaseWatch extends PeriodicService {
  /** Names of suppliers that are being asked. */
  private readonly asked = new Set<string>();

  constructor(
    private readonly due: DuePurchases,
    private readonly checks: PurchaseChecks,
    private readonly checked: CheckedPurchases,
    @Inject(RUNS_JOBS) runsJobs: boolean,
  ) {
    super(CHECK_INTERVAL_MS, 'due purchases could not be looked up', runsJobs);
  }

  /** It does not wait for suppliers: what they answer now is asked again by another server. */
  override beforeApplicationShutdown(): Promise<void> {
    void this.task.stop();
    return Promise.resolve();
  }

  /** Begins to ask, so that no supplier keeps another one waiting. @returns what ends with each supplier */
  async run(): Promise<Promise<void>[]> {
    const due = await this.due.take([...this.asked], PURCHASES_PER_RUN);
    const bySupplier = Map.groupBy(due, ({ supplier }) => supplier);
    return [...bySupplier].map(([supplier, purchases]) => this.ask(supplier, purchases));
  }

  private async ask(supplier: string, purchases: readonly DuePurchase[]): Promise<void> {
    this.asked.add(supplier);
    try {
      for (let from = 0; from < purchases.length; from += ORDERS_PER_CHECK) {
        const some = purchases.slice(from, from + ORDERS_PER_CHECK);
        await this.checked.goOn(await this.checks.ask(supplier, some));
      }
    } catch (error) {
      this.logger.warn({ supplier, err: loggableError(error) }, 'purchases could not be looked up');
    } finally {
      this.asked.delete(supplier);
    }
  }
}
