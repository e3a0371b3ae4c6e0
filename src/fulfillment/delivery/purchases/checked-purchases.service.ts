import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { FairQueue } from '../../../common/fair-queue.js';
import { LOGGER, loggableError } from '../../../common/logger.js';
import { DuePurchases, type DuePurchase } from '../../upstream/checks/due-purchases.repository.js';
import type { CheckedPurchase } from '../../upstream/checks/purchase-checks.service.js';
import { FulfillmentJob } from '../fulfillment.job.js';

/** Of one supplier, so that new orders have connections and calls left. */
const BY_KEY = { maxConcurrent: 4, maxPerTurn: 1 };
/** Two answers at their latest. An order whose process has died meanwhile is taken again after this time. */
const BY_KEY_SECONDS = 45;

/** Goes on with purchases about which a supplier was asked by the ids of its orders. */
@Injectable()
export class CheckedPurchases {
  /** By the name of the supplier. */
  private readonly queues = new Map<string, FairQueue>();

  constructor(
    private readonly due: DuePurchases,
    private readonly job: FulfillmentJob,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** It does not wait for what is asked by key: a late answer keeps no other purchase waiting. */
  async goOn(checked: readonly CheckedPurchase[]): Promise<void> {
    await this.due.putOff(
      checked.flatMap(({ purchase, againInSeconds: seconds }) =>
        seconds === undefined ? [] : [{ purchase, seconds }],
      ),
    );
    for (const { purchase, againInSeconds } of checked)
      if (againInSeconds === undefined) void this.askByKey(purchase);
  }

  private async askByKey(purchase: DuePurchase): Promise<void> {
    const { supplier, orderId } = purchase;
    const queue = this.queues.get(supplier) ?? new FairQueue(BY_KEY);
    this.queues.set(supplier, queue);
    try {
      await queue.run(orderId, async () => {
        // It was taken again if its turn has come too late. Otherwise nobody else takes it until it is asked about.
        const held = await this.due.putOff([{ purchase, seconds: BY_KEY_SECONDS }]);
        if (held > 0) await this.job.runNow(purchase);
      });
    } catch (error) {
      this.logger.warn({ orderId, err: loggableError(error) }, 'a purchase could not be looked up');
    }
  }
}
