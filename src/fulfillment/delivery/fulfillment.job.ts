import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { LOGGER, loggableError } from '../../common/logger.js';
import { SecretKeyMissingError } from '../../common/secret-box.js';
import type {
  FulfillmentHandler,
  FulfillmentOutcome,
} from '../../orders/delivery/fulfillment-handler.js';
import { orderToFulfill } from '../../orders/delivery/order-to-fulfill.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { FIRST_STATUS } from '../../orders/rules/order-status.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { DeliveryStepService } from './delivery-step.service.js';
import type { Fulfillment } from './fulfillment.entity.js';
import { HandlerRegistry } from '../handlers/handler.registry.js';
import { mayHandle } from './order-delivery.service.js';
import { checkedOutcome, KEY_AWAITED, pauseAfter } from '../handlers/outcomes.js';

/** Orders in delivery at a time in one process. */
const CONCURRENCY = 40;
/** A handler that the configuration no longer knows may come back. */
const MISSING_HANDLER_SECONDS = 300;

/** Delivers waiting orders, a step at a time. Running it once more for the same order does no harm. */
@Injectable()
export class FulfillmentJob implements OnApplicationBootstrap {
  constructor(
    private readonly registry: HandlerRegistry,
    private readonly orders: OrderListService,
    private readonly deliveries: DeliveryStepService,
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<OrderRef>(QUEUES.fulfillment, CONCURRENCY, (key) => this.run(key));
  }

  /** Asks the order's present handler. A further handler, or a further try, is a job of its own. */
  async run(key: OrderRef): Promise<void> {
    const fulfillment = await this.deliveries.findDue(key);
    if (!fulfillment) return;
    const step = fulfillment.steps[fulfillment.step];
    if (!step) throw new Error(`order ${key.orderId} has no step ${fulfillment.step}`);
    try {
      await this.deliver(fulfillment, step);
    } catch (error) {
      if (!(error instanceof SecretKeyMissingError)) throw error;
      await this.awaitKey(fulfillment, step);
    }
  }

  private async deliver(fulfillment: Fulfillment, step: FulfillmentStep): Promise<void> {
    const handler = this.registry.find(step.handler);
    if (handler?.deliverInTransaction && !handler.deliver) {
      await this.deliveries.deliverInTransaction(fulfillment, handler, step.settings);
    } else {
      await this.deliveries.settle(fulfillment, await this.outcomeOf(fulfillment, handler));
    }
  }

  /**
   * Codes were delivered, and nothing was written, as there is no key to keep them under. They may have been paid for,
   * so the order is neither closed nor given to anybody else: the same handler, which must answer the same, is asked
   * again until there is a key.
   */
  private async awaitKey(fulfillment: Fulfillment, { handler }: FulfillmentStep): Promise<void> {
    const { orderId, tries } = fulfillment;
    this.logger.error({ orderId, handler, tries }, KEY_AWAITED);
    const againInSeconds = pauseAfter(tries);
    await this.deliveries.settle(fulfillment, {
      kind: 'pending',
      againInSeconds,
      note: KEY_AWAITED,
    });
  }

  /** Null leaves the order to the operator, or as the operator has closed it. */
  private async outcomeOf(
    fulfillment: Fulfillment,
    handler: FulfillmentHandler | undefined,
  ): Promise<FulfillmentOutcome | null> {
    const { steps, step, tries, orderId } = fulfillment;
    const { handler: code = '', settings = {} } = steps[step] ?? {};
    if (!handler) {
      const note = `there is no handler "${code}" any more; add it to FULFILLMENT_MODULES`;
      return { kind: 'pending', againInSeconds: MISSING_HANDLER_SECONDS, note };
    }
    if (!handler.deliver) return null;
    const order = await this.orders.get(orderId);
    // The operator was faster: what is closed, its money perhaps given back, is not bought any more.
    if (order.status !== FIRST_STATUS) return null;
    const waiting = { ...orderToFulfill(order), createdAt: order.createdAt };
    if (!mayHandle(handler, waiting)) return null;
    try {
      return checkedOutcome(await handler.deliver(waiting, settings));
    } catch (error) {
      this.logger.warn(
        { orderId, handler: code, tries, err: loggableError(error) },
        'a handler failed; the order waits and the handler is asked again',
      );
      const note = error instanceof Error ? error.message : String(error);
      return { kind: 'pending', againInSeconds: pauseAfter(tries), note };
    }
  }
}
