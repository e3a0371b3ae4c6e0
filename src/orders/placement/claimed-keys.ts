import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FieldHashes } from '../erasure/field-hashes.js';
import type { KeyClaim } from '../order.entity.js';
import { OrderRepository } from '../order.repository.js';
import { replayOf } from './replay.js';
import type { OrderRequest } from './requested-order.js';

/** Claims the key of a request in the transaction of its order, and replays the order that has the key already. */
@Injectable()
export class ClaimedKeys {
  constructor(
    private readonly orders: OrderRepository,
    private readonly hashes: FieldHashes,
  ) {}

  /** As `OrderRepository.claimKey`. */
  claim(
    manager: EntityManager,
    key: KeyClaim,
    deadline: number | undefined,
  ): ReturnType<OrderRepository['claimKey']> {
    return this.orders.claimKey(manager, key, deadline);
  }

  /** @throws OrderUuidSealedError (117), OrderUuidTakenError (116) */
  async replay(
    manager: EntityManager,
    { accountId, orderUuid }: KeyClaim,
    request: OrderRequest,
  ): Promise<Buffer> {
    const key = await this.orders.findKey(manager, accountId, orderUuid);
    if (key?.orderId === null) return replayOf(null, request, this.hashes);
    const order = key && (await this.orders.findOne(manager, accountId, key.orderId));
    if (!order) throw new Error(`the order of key ${orderUuid} is missing`);
    return replayOf(order, request, this.hashes);
  }
}
