import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TemporarilyUnavailableError } from '../../common/app-error.js';
import { FairQueue } from '../../common/fair-queue.js';
import { loggableError } from '../../common/logger.js';
import { PortFaults } from '../../common/port-faults.js';
import { withinTime } from '../../common/time-limit.js';
import { shareOf } from '../../common/server-worker.js';
import { Database } from '../../database/database.js';
import { isStatementUnavailable, isWriteRefused } from '../../database/database-errors.js';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import type {
  FulfillmentHandler,
  OrderToFulfill,
} from '../../orders/delivery/fulfillment-handler.js';
import { HandlerRegistry } from '../handlers/handler.registry.js';

/** What a handler that delivers in the transaction would do with an order, unless it refuses it. */
export interface Preview {
  readonly kind: 'deliverable' | 'unknown';
}

const TIMEOUT_MS = 3_000;
const LATE = `it took longer than ${TIMEOUT_MS} ms`;

/** Each may hold a connection up to the timeout; the others are left to orders. */
const MAX_CONCURRENT_PREVIEWS = 2;
/** If more wait, the answer is 'unknown'. */
const MAX_WAITING_PREVIEWS = shareOf(200);
/** The same for one account. */
const MAX_WAITING_PREVIEWS_OF_ACCOUNT = shareOf(20);

/** Asks handlers whether they would deliver, and lets them read only. */
@Injectable()
export class DeliveryPreviews {
  /** By account. */
  private readonly queue = new FairQueue<number>({
    maxConcurrent: MAX_CONCURRENT_PREVIEWS,
    maxPerTurn: 1,
    maxWaiting: MAX_WAITING_PREVIEWS,
    maxWaitingPerKey: MAX_WAITING_PREVIEWS_OF_ACCOUNT,
  });

  constructor(
    private readonly registry: HandlerRegistry,
    private readonly database: Database,
    private readonly faults: PortFaults,
  ) {}

  /**
   * @returns undefined if the handler would refuse the order; 'unknown' if it cannot say or fails, or too many wait
   * @throws TemporarilyUnavailableError (111) of the handler; the error of an unavailable database
   */
  async preview(
    handler: FulfillmentHandler,
    order: OrderToFulfill,
    settings: FulfillmentSettings,
  ): Promise<Preview | undefined> {
    const { accountId } = order;
    if (!handler.wouldDeliver || this.queue.isFullFor(accountId)) return { kind: 'unknown' };
    try {
      const asked = () => this.asked(handler, order, settings);
      return (await this.queue.run(accountId, asked)) ? { kind: 'deliverable' } : undefined;
    } catch (error) {
      if (error instanceof TemporarilyUnavailableError) throw error;
      if (isStatementUnavailable(error) && !isWriteRefused(error)) throw error;
      const extension = this.registry.extensionOf(handler.code) ?? 'FULFILLMENT_MODULES';
      const fault = 'wouldDeliver of a handler failed; a quote was answered without it';
      const details = { err: loggableError(error) };
      this.faults.note({ extension, port: handler.code, fault }, details);
      return { kind: 'unknown' };
    }
  }

  private asked(
    handler: FulfillmentHandler,
    order: OrderToFulfill,
    settings: FulfillmentSettings,
  ): Promise<boolean> {
    const read = async (manager: EntityManager): Promise<boolean> => {
      const reading = this.registry.deciding(handler, () =>
        handler.wouldDeliver?.(manager, order, settings),
      );
      const delivers: unknown = await withinTime(reading, TIMEOUT_MS, LATE);
      // Fails if the handler has caught the error of a statement, after which the transaction allows no other.
      await manager.query('SELECT 1');
      if (typeof delivers !== 'boolean') throw new Error('it gives no boolean');
      return delivers;
    };
    return this.database.transaction(read, { readOnly: true });
  }
}
