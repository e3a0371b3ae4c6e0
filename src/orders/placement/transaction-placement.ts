import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { assertOrdersOpen } from '../../account/access/orders-closed.js';
import type { Principal } from '../../account/access/principal.js';
import { VisibilityService } from '../../catalog/view/visibility.service.js';
import { AppError } from '../../common/app-error.js';
import { sqlState, violatedUniqueKey } from '../../database/database-errors.js';
import { Database } from '../../database/database.js';
import { DeliveryFailedError } from '../delivery/order-delivery.js';
import type { KeyClaim } from '../order.entity.js';
import { newOrderBody } from '../order-shapes.js';
import { ClaimedKeys } from './claimed-keys.js';
import { nextAction, type NextAction, type OrderAttempt } from './order-attempt.js';
import { OrderIds } from './order-id.js';
import { OrderIntake } from './order-intake.js';
import {
  requestedOrder,
  requestedProduct,
  requestedProductId,
  type OrderRequest,
} from './requested-order.js';

/** Rolls the transaction of a try back, and says how the request goes on. */
export class TryRolledBack extends Error {
  constructor(readonly action: NextAction) {
    super(`the order was rolled back: ${action.kind}`);
  }
}

/** The access has changed since the guard has asked for it. */
export class AccessChanged extends TryRolledBack {
  constructor() {
    super({ kind: 'admitAgain' });
  }
}

/** An order that is to be placed. */
interface Placing {
  readonly attempt: OrderAttempt;
  readonly principal: Principal;
  readonly key: KeyClaim;
  readonly request: OrderRequest;
  /** True once a handler has failed in the transaction: then a job asks the handlers. */
  readonly isForJob: boolean;
}

/** Checks and places an order in one transaction, or answers with the order to which the key belongs. */
@Injectable()
export class TransactionPlacement {
  constructor(
    private readonly database: Database,
    private readonly keys: ClaimedKeys,
    private readonly visibility: VisibilityService,
    private readonly intake: OrderIntake,
    private readonly ids: OrderIds,
  ) {}

  /** True while another session keeps the row of the account locked: its orders would only delay those of a batch. */
  isStuck(accountId: number): boolean {
    return this.database.isStuck(accountId);
  }

  /**
   * @returns the answer as JSON. It is made before the commit, so that nothing can fail after the commit.
   * @param beginWithinMs the transaction waits so long for its turn among those of the account.
   * @throws the errors of the wire in their order: 116/117, 122/130 while orders alone are closed, 109, 110, 106/112/113, 114, 118, 105, 100, 119,
   * 600–699; TryRolledBack; 111 when it had no turn
   */
  async place(
    attempt: OrderAttempt,
    principal: Principal,
    key: KeyClaim,
    request: OrderRequest,
    beginWithinMs: number,
  ): Promise<Buffer> {
    const queue = { accountId: key.accountId, beginWithinMs };
    let placing = { attempt, principal, key, request, isForJob: false };
    for (let tries = 1; ; tries++) {
      try {
        return await this.database.transaction((manager) => this.placeWithin(manager, placing), {
          queue,
        });
      } catch (error) {
        if (isIdTaken(error) && tries < MAX_TRIES) {
          placing = { ...placing, key: { ...key, orderId: this.ids.next() } };
        } else if (isOfHandler(error) && !placing.isForJob) {
          placing = { ...placing, isForJob: true };
        } else {
          throw error;
        }
      }
    }
  }

  private async placeWithin(manager: EntityManager, placing: Placing): Promise<Buffer> {
    const { attempt, principal, key, request } = placing;
    const claim = await this.keys.claim(manager, key, deadlineOf(attempt));
    const { isNew, mayStillArrive } = claim;
    const isSameAccess =
      claim.accessRevision === principal.accessRevision &&
      claim.clock < (principal.validUntil ?? Infinity);
    const action = nextAction(attempt, { kind: 'claim', isNew, isSameAccess, mayStillArrive });
    if (action.kind === 'replay') return this.keys.replay(manager, key, request);
    if (action.kind !== 'place') throw new TryRolledBack(action);
    try {
      return await this.placeNew(manager, placing);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const action = nextAction(attempt, { kind: 'refusal', mayStillArrive });
      throw action.kind === 'refuse' ? error : new TryRolledBack(action);
    }
  }

  /** @throws TryRolledBack when price or access have ended during the checks of extensions */
  private async placeNew(
    manager: EntityManager,
    { attempt, principal, key, request, isForJob }: Placing,
  ): Promise<Buffer> {
    assertOrdersOpen(principal);
    const productId = requestedProductId(request);
    const view = await this.visibility.viewWithin(manager, principal, productId);
    const product = requestedProduct(view, request);
    const order = requestedOrder(key, product, request);
    const { fulfillment } = product;
    const taken = await this.intake.take(manager, principal, order, fulfillment, isForJob);
    const { clock = -Infinity } = taken;
    const holdsUntil = Math.min(principal.validUntil ?? Infinity, view.goodUntil ?? Infinity);
    if (clock >= holdsUntil) throw new TryRolledBack(nextAction(attempt, { kind: 'ended' }));
    return newOrderBody(taken.order);
  }
}

/** One in four millions of the ids that two servers draw in the same millisecond is taken. */
const MAX_TRIES = 100;
const ID_KEYS = ['orders_order_id_key', 'orders_pkey'];

/** True if another order has the id; the transaction is rolled back then. */
function isIdTaken(error: unknown): boolean {
  return ID_KEYS.includes(violatedUniqueKey(error) ?? '');
}

/** SQLSTATE of a statement in a transaction that an error has ended, which only a handler can have caught. */
const TRANSACTION_FAILED = '25P02';

function isOfHandler(error: unknown): boolean {
  return error instanceof DeliveryFailedError || sqlState(error) === TRANSACTION_FAILED;
}

/** In seconds since 1970, by the clock of the database; undefined if no single statement was sent. */
function deadlineOf(attempt: OrderAttempt): number | undefined {
  return attempt.kind === 'mayArriveUntil' ? attempt.time : undefined;
}
