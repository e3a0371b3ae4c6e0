import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { AppError } from '../../common/app-error.js';
import { loggableError } from '../../common/logger.js';
import { SecretKeyMissingError } from '../../common/secret-box.js';
import { isDatabaseUnavailable } from '../../database/database-errors.js';
import type {
  FulfillmentHandler,
  FulfillmentOutcome,
  Pending,
} from '../../orders/delivery/fulfillment-handler.js';
import { orderToFulfill } from '../../orders/delivery/order-to-fulfill.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { FIRST_STATUS } from '../../orders/rules/order-status.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { DeliveryStepService } from './delivery-step.service.js';
import type { Fulfillment } from './fulfillment.entity.js';
import { HandlerLog } from '../handlers/handler-log.js';
import { HandlerRegistry } from '../handlers/handler.registry.js';
import { mayHandle } from './order-delivery.service.js';
import { HANDLER_SILENT, handlerRetryDelaySeconds, KEY_AWAITED } from '../handlers/outcomes.js';

/** Orders that one process delivers at the same time, and those of which a handler was asked before. */
const SLOTS = { first: 40, retried: 20 };
/** A handler that is missing in the configuration may be added again. */
const MISSING_HANDLER_RETRY_SECONDS = 300;

const NO_LIMIT = AbortSignal.any([]);

/** Delivers waiting orders, one step per job. A job may safely run more than once for the same order. */
@Injectable()
export class FulfillmentJob implements OnApplicationBootstrap {
  constructor(
    private readonly registry: HandlerRegistry,
    private readonly orders: OrderListService,
    private readonly deliveries: DeliveryStepService,
    private readonly jobs: JobQueue,
    private readonly log: HandlerLog,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<OrderRef>(QUEUES.fulfillment, SLOTS, (order, signal, isRepeated) =>
      this.run(order, signal, isRepeated),
    );
  }

  /**
   * Asks the current handler of the order, if it is due. The next handler, or the next try, is another job.
   * @param signal ends the time of the handler; by default it has no limit.
   * @param isRepeated true if the handler may have been asked by this job before.
   */
  async run(order: OrderRef, signal = NO_LIMIT, isRepeated = false): Promise<void> {
    const fulfillment = await this.deliveries.findOpen(order, 'due');
    if (fulfillment) await this.step(fulfillment, signal, isRepeated);
  }

  /** The same, whenever the order is due. */
  async runNow(order: OrderRef, signal = NO_LIMIT): Promise<void> {
    const fulfillment = await this.deliveries.findOpen(order);
    if (fulfillment) await this.step(fulfillment, signal, true);
  }

  private async step(
    fulfillment: Fulfillment,
    signal: AbortSignal,
    isRepeated: boolean,
  ): Promise<void> {
    const step = fulfillment.steps[fulfillment.step];
    if (!step) throw new Error(`order ${fulfillment.orderId} has no step ${fulfillment.step}`);
    try {
      await this.deliver(fulfillment, step, signal, isRepeated);
    } catch (error) {
      if (!(error instanceof SecretKeyMissingError)) throw error;
      await this.awaitKey(fulfillment, step);
    }
  }

  private async deliver(
    fulfillment: Fulfillment,
    step: FulfillmentStep,
    signal: AbortSignal,
    isRepeated: boolean,
  ): Promise<void> {
    const handler = this.registry.find(step.handler);
    if (handler?.deliverInTransaction && !handler.deliver) {
      await this.deliverInTransaction(fulfillment, handler, step);
    } else {
      const outcome = await this.outcomeOf(fulfillment, handler, signal, isRepeated);
      await this.deliveries.applyOutcome(fulfillment, outcome);
    }
  }

  private async deliverInTransaction(
    fulfillment: Fulfillment,
    handler: FulfillmentHandler,
    { settings }: FulfillmentStep,
  ): Promise<void> {
    try {
      await this.registry.deciding(handler, () =>
        this.deliveries.deliverInTransaction(fulfillment, handler, settings),
      );
    } catch (error) {
      const isOfHandler = !(error instanceof AppError || error instanceof SecretKeyMissingError);
      if (!isOfHandler || isDatabaseUnavailable(error)) throw error;
      const { orderId } = fulfillment;
      const failure = this.failed(fulfillment, { handler: handler.code, orderId }, error);
      await this.deliveries.applyOutcome(fulfillment, failure);
    }
  }

  /**
   * The handler delivered codes, but they could not be stored because there is no secret key. The supplier may have been
   * paid, so the order is neither rejected nor given to the next handler. The same handler, which must give the same
   * answer, is asked again until there is a key.
   */
  private async awaitKey(fulfillment: Fulfillment, { handler }: FulfillmentStep): Promise<void> {
    const { orderId, tries } = fulfillment;
    this.log.of({ orderId, handler }).error({ tries }, KEY_AWAITED);
    const againInSeconds = handlerRetryDelaySeconds(tries);
    await this.deliveries.applyOutcome(fulfillment, {
      kind: 'pending',
      againInSeconds,
      note: KEY_AWAITED,
    });
  }

  /** Null if the order is left to the operator, or is no longer waiting. */
  private async outcomeOf(
    fulfillment: Fulfillment,
    handler: FulfillmentHandler | undefined,
    signal: AbortSignal,
    isRepeated: boolean,
  ): Promise<FulfillmentOutcome | null> {
    const { steps, step, tries, orderId } = fulfillment;
    const { handler: code = '', settings = {} } = steps[step] ?? {};
    if (!handler) {
      const note = `there is no handler "${code}" any more; add it to FULFILLMENT_MODULES`;
      return { kind: 'pending', againInSeconds: MISSING_HANDLER_RETRY_SECONDS, note };
    }
    const deliver = handler.deliver?.bind(handler);
    if (!deliver) return null;
    const order = await this.orders.get(orderId);
    // The operator has closed the order and may have refunded it, so nothing must be bought for it.
    if (order.status !== FIRST_STATUS) return null;
    const waiting = { ...orderToFulfill(order), createdAt: order.createdAt };
    if (!mayHandle(handler, waiting)) return null;
    const { productId } = waiting;
    const names = { handler: code, productId, orderId };
    try {
      const logger = this.log.of(names);
      const asked = [waiting, settings, { signal, logger, attempt: tries + 1 }] as const;
      const ask = async (): Promise<FulfillmentOutcome> => {
        const found = tries > 0 || isRepeated ? await handler.check?.(...asked) : undefined;
        return found ?? deliver(...asked);
      };
      return await this.deliveries.checked(waiting, await inTime(ask(), signal));
    } catch (error) {
      return this.failed(fulfillment, names, error);
    }
  }

  /** The outcome is unknown, so the handler is asked again. */
  private failed(
    { tries }: Fulfillment,
    names: Parameters<HandlerLog['failed']>[0],
    error: unknown,
  ): Pending {
    this.log.failed(names, tries, error);
    const { message: note } = loggableError(error);
    return { kind: 'pending', againInSeconds: handlerRetryDelaySeconds(tries), note };
  }
}

/** @throws Error with the note HANDLER_SILENT once the signal is aborted, so that the outcome counts as unknown */
async function inTime<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: silent, reject } = Promise.withResolvers<never>();
  const end = (): void => {
    reject(new Error(HANDLER_SILENT));
  };
  signal.addEventListener('abort', end);
  try {
    return await Promise.race([answer, silent]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
