import { Injectable } from '@nestjs/common';
import { chargeRefusal } from '../../account/ledger/charge-refusal.js';
import { AppError } from '../../common/app-error.js';
import { BatchedReads } from '../../database/batched-reads.js';
import { isDatabaseUnavailable, isRolledBack } from '../../database/database-errors.js';
import { DeliveredCodes } from '../delivered-codes.js';
import { FieldHashes } from '../erasure/field-hashes.js';
import { KeyClaims, type ClaimFound } from './key-claims.js';
import type { KeyClaim, Order, OrderRef } from '../order.entity.js';
import { OrderRepository, type OrderToPlace } from '../order.repository.js';
import { replayOf } from './replay.js';
import type { OrderRequest } from './requested-order.js';
import { AccessChanged } from './transaction-placement.js';

/** A request that no batch has placed, and what it was checked against. */
export interface UnplacedOrder extends Pick<OrderToPlace, 'seen' | 'checkHoldsUntil'> {
  readonly key: KeyClaim;
  readonly request: OrderRequest;
  /** Why it is refused by the catalog; undefined if it is not. */
  readonly refusal?: AppError | undefined;
  /** USD that the order is charged, if nothing else is asked of it. */
  readonly charge?: string | undefined;
}

/**
 * Answers requests that no batch has placed: with the earlier order of the same key, or with the refusal. It is found out for many of
 * them in one short transaction, whose keys are free while it looks. What is in doubt is left to a transaction of its own.
 */
@Injectable()
export class UnplacedOrders {
  private readonly earlier = new BatchedReads<OrderRef, Order | undefined>(
    (refs) => this.read(refs),
    ({ accountId }) => accountId,
  );

  constructor(
    private readonly claims: KeyClaims,
    private readonly orders: OrderRepository,
    private readonly codes: DeliveredCodes,
    private readonly hashes: FieldHashes,
  ) {}

  /**
   * @returns the answer as JSON; undefined if only a transaction finds it
   * @throws the refusal; OrderUuidSealedError (117), OrderUuidTakenError (116); AccessChanged
   */
  async answer(unplaced: UnplacedOrder): Promise<Buffer | undefined> {
    const found = await unlessInDoubt(() => this.claims.onTrial(unplaced.key));
    if (found && found.access !== unplaced.seen.access) throw new AccessChanged();
    if (!found || found.clock >= (unplaced.checkHoldsUntil ?? Infinity)) return undefined;
    if (!found.isNew) return this.replay(found.earlier, unplaced);
    if (found.catalog !== unplaced.seen.catalog) return undefined;
    const { refusal, charge } = unplaced;
    const reason = refusal ?? (charge === undefined ? undefined : chargeRefusal(found, charge));
    if (reason) throw reason;
    return undefined;
  }

  private async replay(
    orderId: ClaimFound['earlier'],
    { key: { accountId }, request }: UnplacedOrder,
  ): Promise<Buffer | undefined> {
    if (orderId === undefined) return undefined;
    if (orderId === null) return replayOf(null, request, this.hashes);
    const order = await unlessInDoubt(() => this.earlier.ask({ accountId, orderId }));
    return order && replayOf(this.codes.decrypted(order), request, this.hashes);
  }

  private async read(refs: readonly OrderRef[]): Promise<(Order | undefined)[]> {
    const orders = await this.orders.byIds(refs.map(({ orderId }) => orderId));
    const byId = new Map(orders.map((order) => [order.orderId, order]));
    return refs.map(({ orderId }) => byId.get(orderId));
  }
}

/** Undefined where the database has refused, or given no answer: the transaction meets that again, and knows what to do. */
async function unlessInDoubt<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof AppError || isRolledBack(error) || isDatabaseUnavailable(error)) {
      return undefined;
    }
    throw error;
  }
}
