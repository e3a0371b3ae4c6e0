import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { OpenPurchases } from '../../orders/open-purchases.js';
import type { OrderRef } from '../../orders/order.entity.js';
import {
  ForgottenPurchases,
  type GivenUpPurchase,
} from '../upstream/purchase/forgotten-purchases.service.js';
import { DeliverySchedule } from './delivery-schedule.js';
import { FulfillmentJob } from './fulfillment.job.js';

/** What operators do with orders that wait at their suppliers, and with those that these have forgotten. */
@Injectable()
export class RepeatedPurchases {
  constructor(
    private readonly purchases: OpenPurchases,
    private readonly forgotten: ForgottenPurchases,
    private readonly schedule: DeliverySchedule,
    private readonly job: FulfillmentJob,
  ) {}

  /**
   * Asks the supplier of an order that was sent to one, as its job does later: an order that the supplier has is not sent
   * again. @throws ConflictError
   */
  async askAgain(order: OrderRef, signal?: AbortSignal): Promise<void> {
    if (!(await this.purchases.find(order))) {
      throw new ConflictError(...sentence('purchase.none', { order: order.orderId }));
    }
    await this.job.runNow(order, signal);
  }

  /** The first half of buying again, which asks the supplier. @throws ConflictError */
  giveUp(order: OrderRef, key: string): Promise<GivenUpPurchase> {
    return this.forgotten.giveUp(order, key);
  }

  /** The other half: a job buys under the next key. @returns the new generation. @throws ConflictError */
  async buyAgain(
    manager: EntityManager,
    order: OrderRef,
    givenUp: GivenUpPurchase,
    actor: string,
  ): Promise<number> {
    const generation = await this.forgotten.replace(givenUp, actor, manager);
    await this.schedule.askNow(manager, order);
    return generation;
  }
}
