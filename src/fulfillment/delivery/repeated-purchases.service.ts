import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import type { OrderRef } from '../../orders/order.entity.js';
import {
  ForgottenPurchases,
  type GivenUpPurchase,
} from '../upstream/purchase/forgotten-purchases.service.js';
import { DeliverySchedule } from './delivery-schedule.js';
import { FulfillmentJob } from './fulfillment.job.js';
import { FulfillmentRepository } from './fulfillment.repository.js';

/** What operators do with orders that wait because their supplier has forgotten them. */
@Injectable()
export class RepeatedPurchases {
  constructor(
    private readonly database: Database,
    private readonly forgotten: ForgottenPurchases,
    private readonly fulfillments: FulfillmentRepository,
    private readonly schedule: DeliverySchedule,
    private readonly job: FulfillmentJob,
  ) {}

  /** Asks the supplier now; what it says counts as if a job had asked, and nothing is sent. @throws ConflictError */
  async askAgain(order: OrderRef, signal?: AbortSignal): Promise<void> {
    await this.forgotten.get(order);
    await this.fulfillments.makeDue(order);
    await this.job.run(order, signal);
  }

  /** The first half of buying again, which asks the supplier. @throws ConflictError */
  giveUp(order: OrderRef, key: string): Promise<GivenUpPurchase> {
    return this.forgotten.giveUp(order, key);
  }

  /** The other half: a job buys under the next key. @returns the new generation. @throws ConflictError */
  buyAgain(
    order: OrderRef,
    givenUp: GivenUpPurchase,
    actor: string,
    within?: EntityManager,
  ): Promise<number> {
    const run = async (manager: EntityManager): Promise<number> => {
      const generation = await this.forgotten.replace(givenUp, actor, manager);
      await this.schedule.hurry(manager, order);
      return generation;
    };
    return within ? run(within) : this.database.transaction(run);
  }
}
