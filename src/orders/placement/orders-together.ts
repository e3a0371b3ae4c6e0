import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../common/app-error.js';
import { Database, SEVERAL_ACCOUNTS } from '../../database/database.js';
import { isRolledBack } from '../../database/database-errors.js';
import { KeyClaims } from './key-claims.js';
import type { OrderToPlace } from '../order.repository.js';
import { AccessChanged } from './transaction-placement.js';
import { JointIntake, type JointOrder, type JointOutcome } from './joint-intake.js';

/** False for an order whose key is known; an error also where the guard has to be asked again. */
export type TogetherOutcome = JointOutcome | false | AccessChanged;

/** An order that more is done for than the single statement does. */
export type OrderTogether = JointOrder & Pick<OrderToPlace, 'seen' | 'checkHoldsUntil'>;

const LIMITS = {
  queue: { accountId: SEVERAL_ACCOUNTS, beginWithinMs: 1_000 },
  /** Of each statement: the other orders wait for one that is slow. */
  statementMs: 1_000,
};

/**
 * Places several orders in one transaction: those that take codes from stock, count for a spend cap, may bring a warning of a low
 * balance, are told to listeners, or are not charged. It refuses as well: each order by what those before it have left.
 */
@Injectable()
export class OrdersTogether {
  constructor(
    private readonly database: Database,
    private readonly claims: KeyClaims,
    private readonly intake: JointIntake,
  ) {}

  /**
   * @returns by order id; false for an order whose key is known; nothing where a transaction of its own has to decide
   * @throws the error of an unavailable database, when the orders may have been committed
   */
  async place(batch: readonly OrderTogether[]): Promise<ReadonlyMap<string, TogetherOutcome>> {
    const work = (manager: EntityManager) => this.placeWithin(manager, batch);
    try {
      return await this.database.transaction(work, LIMITS);
    } catch (error) {
      if (error instanceof NothingPlaced) return error.outcomes;
      if (error instanceof AppError || isRolledBack(error)) return new Map();
      throw error;
    }
  }

  /** @throws NothingPlaced, which rolls back */
  private async placeWithin(
    manager: EntityManager,
    batch: readonly OrderTogether[],
  ): Promise<Map<string, TogetherOutcome>> {
    const found = await this.claims.claim(
      manager,
      batch.map(({ order }) => order),
    );
    const byId = new Map(found.map((claim) => [claim.orderId, claim]));
    const holding = batch.filter(({ order, seen, checkHoldsUntil = Infinity }) => {
      const claim = byId.get(order.orderId);
      const isSame = claim?.access === seen.access && claim.catalog === seen.catalog;
      return isSame && claim.isNew && claim.clock < checkHoldsUntil;
    });
    const outcomes: Map<string, TogetherOutcome> = await this.intake.take(manager, holding);
    for (const { orderId, isNew } of found) if (!isNew) outcomes.set(orderId, false);
    // Each would find the same in a transaction of its own.
    for (const { order, seen } of batch) {
      const access = byId.get(order.orderId)?.access;
      if (access !== seen.access) outcomes.set(order.orderId, new AccessChanged());
    }
    const isPlaced = ({ order }: OrderTogether) => Buffer.isBuffer(outcomes.get(order.orderId));
    if (!batch.some(isPlaced)) throw new NothingPlaced(outcomes);
    const unplaced = batch.filter((one) => !isPlaced(one)).map(({ order }) => order);
    await this.claims.giveBack(manager, unplaced);
    return outcomes;
  }
}

/** Rolls the transaction back. */
class NothingPlaced extends Error {
  constructor(readonly outcomes: ReadonlyMap<string, TogetherOutcome>) {
    super('no order of the batch was placed');
  }
}
