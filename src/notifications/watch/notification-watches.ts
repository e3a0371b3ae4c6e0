import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { LOGGER, loggableError } from '../../common/logger.js';
import { ordersNotice, type Notice, type OrdersNotice } from '../messages/notice.js';
import type { NotificationRecipient } from '../recipients/recipient.entity.js';
import { ConditionWatchRepository } from './condition-watch.repository.js';
import { OrderWatchRepository, type OrderWatch } from './order-watch.repository.js';
import { wantedOf } from './wanted.js';

/** Everything that is looked for. */
@Injectable()
export class NotificationWatches {
  constructor(
    private readonly orders: OrderWatchRepository,
    private readonly conditions: ConditionWatchRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * What has begun and one of the recipients wants to be told of. It is remembered as told. What cannot be looked for is
   * left out, and looked for again in the next round.
   */
  async take(
    manager: EntityManager,
    recipients: readonly NotificationRecipient[],
  ): Promise<Notice[]> {
    const { waiting, overdueMinutes, lasting } = wantedOf(recipients);
    const watches = [
      ...(waiting ? [{ minutes: null }] : []),
      ...overdueMinutes.map((minutes) => ({ minutes })),
    ];
    await this.orders.keepOnly(manager, watches);
    await this.conditions.keepOnly(manager, lasting);
    const found: (Notice | undefined)[] = [];
    for (const watch of watches) {
      found.push(await this.alone(manager, (nested) => this.ordersOf(nested, watch)));
    }
    for (const topic of lasting) {
      found.push(await this.alone(manager, (nested) => this.conditions.take(nested, topic)));
    }
    return found.filter((notice) => notice !== undefined);
  }

  /** In a savepoint, so that one watch that fails leaves the others alone. */
  private async alone<T>(
    manager: EntityManager,
    look: (nested: EntityManager) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await manager.transaction(look);
    } catch (error) {
      this.logger.warn({ err: loggableError(error) }, 'something to notify of was not looked for');
      return undefined;
    }
  }

  private async ordersOf(
    manager: EntityManager,
    watch: OrderWatch,
  ): Promise<OrdersNotice | undefined> {
    const orders = await this.orders.take(manager, watch);
    if (orders.length === 0) return undefined;
    return watch.minutes === null
      ? ordersNotice('order.waiting', orders)
      : ordersNotice('order.overdue', orders, watch.minutes);
  }
}
