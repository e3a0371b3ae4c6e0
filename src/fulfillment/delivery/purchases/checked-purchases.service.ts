import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { DuePurchases, type PutOff } from '../../upstream/checks/due-purchases.repository.js';
import type { CheckedPurchase } from '../../upstream/checks/purchase-checks.service.js';
import { UpstreamHandler } from '../../upstream/upstream.handler.js';
import { DeliverySchedule } from '../delivery-schedule.js';
import { FulfillmentJob, type AskHandler } from '../fulfillment.job.js';

/** Orders that are ended at the same time, so that new orders have connections left. */
const ENDED_AT_ONCE = 4;

/** Goes on with purchases about which a supplier was asked, as their jobs would. */
@Injectable()
export class CheckedPurchases {
  constructor(
    private readonly database: Database,
    private readonly due: DuePurchases,
    private readonly schedule: DeliverySchedule,
    private readonly job: FulfillmentJob,
    private readonly upstream: UpstreamHandler,
  ) {}

  async goOn(checked: readonly CheckedPurchase[]): Promise<void> {
    await this.due.putOff(
      checked.flatMap(({ purchase, next }) =>
        next.kind === 'later' ? [{ purchase, seconds: next.seconds }] : [],
      ),
    );
    await this.askByKey(
      checked.flatMap(({ purchase, next }) =>
        next.kind === 'by key' ? [{ purchase, seconds: next.afterSeconds }] : [],
      ),
    );
    const left = checked.values();
    await Promise.all(Array.from({ length: ENDED_AT_ONCE }, () => this.end(left)));
  }

  private async askByKey(uncertain: readonly PutOff[]): Promise<void> {
    if (uncertain.length === 0) return;
    await this.database.transaction(async (manager) => {
      for (const { purchase, seconds } of uncertain)
        await this.schedule.askAt(manager, purchase, { afterSeconds: seconds, isRetry: true });
    });
  }

  private async end(checked: Iterable<CheckedPurchase>): Promise<void> {
    for (const { purchase, next } of checked) {
      if (next.kind !== 'decided') continue;
      const { there } = next;
      const ask: AskHandler = (handler, order, settings, context) =>
        handler === this.upstream
          ? this.upstream.follow(order, settings, { ...purchase, there })
          : handler.deliver(order, settings, context);
      try {
        await this.job.runNow(purchase, undefined, ask);
      } catch {
        // Its job meets and reports the same, and the queue tries that again.
        await this.askByKey([{ purchase, seconds: 0 }]);
      }
    }
  }
}
