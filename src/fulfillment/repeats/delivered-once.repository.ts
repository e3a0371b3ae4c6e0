import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import type { Repeat } from '../../orders/repeated-deliveries.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { CLAIM, FIND, HELD, HOLD, RELEASE } from './delivered-once.sql.js';

/** A delivery that is held back. */
interface HeldDelivery extends Repeat {
  /** Null if it has no codes. */
  readonly encryptedCodes: Buffer | null;
}

/** What was delivered to which order. */
@Injectable()
export class DeliveredOnceRepository {
  constructor(private readonly database: Database) {}

  /**
   * Writes that these codes, and the order of the supplier, are delivered to this order; what another order has is left out.
   * @param keyIds of each hash, the secret key
   * @param isBought false if the order of the supplier is not what is delivered
   * @returns the repeat, if another order has got one of them or it is in stock
   */
  async claim(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
    hashes: readonly Buffer[],
    keyIds: readonly Buffer[],
    isBought: boolean,
  ): Promise<Repeat | undefined> {
    const given = [accountId, orderId, hashes, isBought];
    const rows = await manager.query<[{ isFirst: boolean }]>(CLAIM, [...given, keyIds]);
    if (rows[0].isFirst) return undefined;
    // A statement of its own, which sees what the other one has waited for.
    return (await manager.query<Repeat[]>(FIND, given))[0];
  }

  /** Takes back what was claimed. */
  async release(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
    hashes: readonly Buffer[],
    isBought: boolean,
  ): Promise<void> {
    await manager.query(RELEASE, [accountId, orderId, hashes, isBought]);
  }

  /** Keeps what was delivered for an order, and is held back. */
  async hold(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
    { what, otherOrder }: Repeat,
    encryptedCodes: Buffer | null,
  ): Promise<void> {
    await manager.query(HOLD, [accountId, orderId, what, otherOrder, encryptedCodes]);
  }

  async held(
    { accountId, orderId }: OrderRef,
    manager = this.database.manager,
  ): Promise<HeldDelivery | undefined> {
    return (await manager.query<HeldDelivery[]>(HELD, [accountId, orderId]))[0];
  }
}
