import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import type { Repeat } from '../../orders/repeated-deliveries.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { CLAIM, FIND, HELD, HOLD, RELEASE, RENEW } from './delivered-once.sql.js';

/** A delivery that is held back. */
interface HeldDelivery extends Repeat {
  /** Null if it has no codes. */
  readonly encryptedCodes: Buffer | null;
}

/** What is delivered for an order. */
export interface HashedDelivery {
  /** Of its codes: no other order may have one. */
  readonly codes: readonly Buffer[];
  /** Of all its texts: none may be a code of our stock that is not this order's. */
  readonly texts: readonly Buffer[];
  /** False if the order of the supplier is not what is delivered. */
  readonly isBought: boolean;
}

/** What was delivered to which order. */
@Injectable()
export class DeliveredOnceRepository {
  constructor(private readonly database: Database) {}

  /**
   * Writes that these codes, and the order of the supplier, are delivered to this order; what another order has is left out.
   * @param keyIds of each code, the secret key of its hash
   * @returns false if another order has got one of them, or it is in stock
   */
  async claim(
    manager: EntityManager,
    order: OrderRef,
    delivery: HashedDelivery,
    keyIds: readonly Buffer[],
  ): Promise<boolean> {
    const given = [...parametersOf(order, delivery), delivery.texts, keyIds];
    const rows = await manager.query<[{ isFirst: boolean }]>(CLAIM, given);
    return rows[0].isFirst;
  }

  /** Who else has got what was claimed: by a statement of its own, which sees what the one before has waited for. */
  async find(
    manager: EntityManager,
    order: OrderRef,
    delivery: HashedDelivery,
  ): Promise<Repeat | undefined> {
    const given = [...parametersOf(order, delivery), delivery.texts];
    return (await manager.query<Repeat[]>(FIND, given))[0];
  }

  /** Takes back what was claimed. */
  async release(manager: EntityManager, order: OrderRef, delivery: HashedDelivery): Promise<void> {
    await manager.query(RELEASE, parametersOf(order, delivery));
  }

  /** Keeps what was delivered for an order, and is held back. */
  async hold(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
    { what, otherOrders }: Repeat,
    encryptedCodes: Buffer | null,
  ): Promise<void> {
    await manager.query(HOLD, [accountId, orderId, what, otherOrders, encryptedCodes]);
  }

  /** Notes the repeat of what is held back for an order that waits. @param note for its delivery */
  async renew(
    { accountId, orderId }: OrderRef,
    { what, otherOrders }: Repeat,
    note: string,
  ): Promise<void> {
    await this.database.manager.query(RENEW, [accountId, orderId, what, otherOrders, note]);
  }

  async held(
    { accountId, orderId }: OrderRef,
    manager = this.database.manager,
  ): Promise<HeldDelivery | undefined> {
    return (await manager.query<HeldDelivery[]>(HELD, [accountId, orderId]))[0];
  }
}

function parametersOf({ accountId, orderId }: OrderRef, delivery: HashedDelivery): unknown[] {
  return [accountId, orderId, delivery.codes, delivery.isBought];
}
