import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError, OperatorError } from '../../common/app-error.js';
import { numericText } from '../../common/decimal.js';
import { sumOf } from '../../common/money.js';
import { canonicalText } from '../../common/text.js';
import { sentence } from '../../common/sentence.js';
import { Database } from '../../database/database.js';
import { sqlState, violatedUniqueKey } from '../../database/database-errors.js';
import { ShopEvents } from '../../events/shop-events.service.js';
import { AccountService } from '../account.service.js';
import {
  LedgerRepository,
  type LedgerPosting,
  type ReferencedMovement,
} from './ledger.repository.js';
import { addedAmount, movedAmount } from './moved-amount.js';

/** A refund of an order. `amount` is USD as decimal text, and not negative. */
export interface OrderMovement {
  readonly accountId: number;
  readonly orderId: string;
  readonly amount: string;
  readonly actor: string;
  /** The family of tokens whose daily spend cap the amount counts for; null for all others. */
  readonly cappedFamily: number | null;
}

/** A reversal of an order. `amount` is USD as decimal text, above 0. */
export type OrderReversalPosting = Omit<OrderMovement, 'cappedFamily'> & {
  readonly reference: string;
  /** The reason; the account's resellers read it. */
  readonly note: string;
};

export interface Balance {
  readonly balance: string;
  readonly creditLimit: string;
  /** Balance plus credit limit. */
  readonly spendable: string;
}

/** Changes balances; no other service does, but `BatchBalances`, which charges orders. */
@Injectable()
export class BalanceService {
  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerRepository,
    private readonly accounts: AccountService,
    private readonly events: ShopEvents,
  ) {}

  /** Locks the row of the account until the end of the caller's transaction, as a charge does. */
  async lock(manager: EntityManager, accountId: number): Promise<void> {
    await this.ledger.lock(manager, accountId);
  }

  /** Refunds an order, in the transaction that rejects it. */
  async refund(manager: EntityManager, movement: OrderMovement & { note: string }): Promise<void> {
    const { cappedFamily, ...posting } = movement;
    if (numericText(posting.amount) === '0') return;
    await this.ledger.post(manager, { ...posting, kind: 'refund' });
    if (cappedFamily !== null) await this.ledger.giveBack(manager, cappedFamily, posting);
  }

  /**
   * Pays an accepted order back, or a part of it, in the caller's transaction, which has locked the order. Unlike a
   * refund, it gives no spend cap back: a cap limits what is ordered in a day, and this order stays one. Like a refund, it
   * is posted while the orders of the account are halted.
   */
  async reverse(manager: EntityManager, reversal: OrderReversalPosting): Promise<void> {
    await this.ledger.post(manager, { ...reversal, kind: 'reversal' });
  }

  /** The movement of an account under a reference, as seen by the caller's transaction; undefined if there is none. */
  movementUnder(
    manager: EntityManager,
    accountId: number,
    reference: string,
  ): Promise<ReferencedMovement | undefined> {
    return this.ledger.findByReference(manager, accountId, reference);
  }

  /**
   * The refusal of a movement that the database has refused, because the reference was used before or the balance would
   * be too large. It is asked for after the transaction has ended: it reads on a connection of its own, for which nobody may
   * wait who holds one. @returns any other error as it is
   */
  async refusalOf(
    error: unknown,
    { accountId, reference = '' }: Pick<LedgerPosting, 'accountId' | 'reference'>,
  ): Promise<unknown> {
    if (sqlState(error) === TOO_LARGE) return new OperatorError(...sentence('balance.too-large'));
    if (violatedUniqueKey(error) !== 'ledger_entries_reference_key') return error;
    const entry = await this.movementUnder(this.database.manager, accountId, reference);
    const amount = numericText(entry?.amount ?? '0');
    return new ConflictError(...sentence('balance.reference-used', { reference, amount }));
  }

  /**
   * Adds money. The reference is unique within the account, so a repeated command does not deposit twice.
   * @param within the transaction that it belongs to, after whose end the caller asks `refusalOf`; one of its own by
   * default.
   * @throws OperatorError if the amount is malformed, or the reference was used before
   */
  async deposit(
    accountId: number,
    amount: string,
    { actor, reference, note }: { actor: string; reference?: string; note?: string },
    within?: EntityManager,
  ): Promise<void> {
    const posting = {
      accountId,
      kind: 'deposit',
      amount: addedAmount(amount),
      actor,
      ...(reference !== undefined && { reference }),
      ...(note !== undefined && { note }),
    } as const;
    return this.postByHand(posting, within);
  }

  /**
   * Corrects a balance by hand, up or down; the reason is written to the ledger.
   * @throws OperatorError if the credit limit would be exceeded, or as for a deposit
   */
  async adjust(
    accountId: number,
    amount: string,
    { actor, reason, reference }: { actor: string; reason: string; reference?: string },
    within?: EntityManager,
  ): Promise<void> {
    const note = canonicalText(reason);
    if (note === '') throw new OperatorError(...sentence('balance.reason-missing'));
    const posting = {
      accountId,
      kind: 'adjustment',
      amount: movedAmount(amount),
      actor,
      note,
      ...(reference !== undefined && { reference }),
    } as const;
    return this.postByHand(posting, within);
  }

  async of(accountId: number, manager?: EntityManager): Promise<Balance> {
    const { balance, creditLimit } = await this.accounts.get(accountId, manager);
    return {
      balance: numericText(balance),
      creditLimit: numericText(creditLimit),
      spendable: sumOf(balance, creditLimit),
    };
  }

  private async postByHand(posting: LedgerPosting, within?: EntityManager): Promise<void> {
    const { accountId } = posting;
    await this.accounts.get(accountId, within);
    const post = async (manager: EntityManager): Promise<void> => {
      if (!(await this.ledger.post(manager, posting))) {
        throw await this.beyondCredit(accountId, manager);
      }
      if (posting.kind === 'deposit') await this.tellDeposit(manager, posting);
    };
    if (within) return post(within);
    try {
      await this.database.transaction(post);
    } catch (error) {
      throw await this.refusalOf(error, posting);
    }
  }

  private async tellDeposit(manager: EntityManager, posting: LedgerPosting): Promise<void> {
    const listeners = await this.events.recorded(manager);
    if (!this.events.areWanted('balance.deposited', listeners)) return;
    const { accountId, amount, reference = null } = posting;
    const balance = numericText(await this.ledger.balance(manager, accountId));
    const data = { accountId, amount, balance, reference };
    await this.events.write(manager, { type: 'balance.deposited', data }, listeners);
  }

  private async beyondCredit(accountId: number, within: EntityManager): Promise<ConflictError> {
    const { spendable } = await this.of(accountId, within);
    return new ConflictError(...sentence('balance.too-low', { spendable }));
  }
}

/** The SQLSTATE of a number that is too large for its column. */
const TOO_LARGE = '22003';
