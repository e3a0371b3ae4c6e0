import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { isPlainDecimal, numericText } from '../../common/decimal.js';
import { fitsMoney, negated, sumOf } from '../../common/money.js';
import { canonicalText } from '../../common/text.js';
import { Database } from '../../database/database.js';
import { sqlState, violatedUniqueKey } from '../../database/database-errors.js';
import { InsufficientBalanceError, OrdersHaltedError } from '../account.errors.js';
import { AccountService } from '../account.service.js';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';
import { lowBalanceEvent } from './low-balance.js';
import type { LedgerEntry } from './ledger-entry.entity.js';
import { LedgerRepository, type LedgerPosting } from './ledger.repository.js';

/** A charge or refund of an order. `amount` is USD as decimal text, zero or more. */
export interface OrderMovement {
  readonly accountId: number;
  readonly orderId: string;
  readonly amount: string;
  readonly actor: string;
}

export interface Balance {
  readonly balance: string;
  readonly creditLimit: string;
  /** What can be spent now: balance plus credit limit. */
  readonly spendable: string;
}

/** The only way in which a balance moves. */
@Injectable()
export class BalanceService {
  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerRepository,
    private readonly accounts: AccountService,
    private readonly webhooks: WebhookEvents,
  ) {}

  /**
   * Charges an order within the caller's transaction.
   * @param balanceLow USD; the account is told when that takes what it can spend below it.
   * @throws InsufficientBalanceError (100), OrdersHaltedError (111)
   */
  async debit(
    manager: EntityManager,
    { amount, ...movement }: OrderMovement,
    balanceLow: string | null = null,
  ): Promise<void> {
    // An order that costs nothing moves nothing.
    const free = numericText(amount) === '0';
    const posting = { ...movement, kind: 'debit', amount: negated(amount) } as const;
    if (!free && (await this.ledger.post(manager, posting))) {
      if (balanceLow !== null) {
        await this.warnBelow(manager, movement.accountId, balanceLow, amount);
      }
      return;
    }
    if (await this.ledger.isHalted(manager, movement.accountId)) throw new OrdersHaltedError();
    if (!free) throw new InsufficientBalanceError();
  }

  /** Gives the money of an order back, within the transaction that rejects it. */
  async refund(manager: EntityManager, movement: OrderMovement & { note: string }): Promise<void> {
    if (numericText(movement.amount) === '0') return;
    await this.ledger.post(manager, { ...movement, kind: 'refund' });
  }

  /**
   * Adds money. The reference is unique within the account, so a command that is repeated cannot pay twice.
   * @throws OperatorError on an amount that is none, or a reference that was used before.
   */
  async deposit(
    accountId: number,
    amount: string,
    { actor, reference, note }: { actor: string; reference?: string; note?: string },
  ): Promise<Balance> {
    const usd = movedAmount(amount);
    if (usd.startsWith('-')) throw noAmount(amount);
    await this.postByHand({
      accountId,
      kind: 'deposit',
      amount: usd,
      actor,
      ...(reference !== undefined && { reference }),
      ...(note !== undefined && { note }),
    });
    return this.of(accountId);
  }

  /**
   * Corrects a balance by hand, up or down, for a reason that stays in the ledger.
   * @throws OperatorError when it would go below the credit limit, or as for a deposit.
   */
  async adjust(
    accountId: number,
    amount: string,
    { actor, reason, reference }: { actor: string; reason: string; reference?: string },
  ): Promise<Balance> {
    const note = canonicalText(reason);
    if (note === '') throw new OperatorError('An adjustment needs a reason.');
    await this.postByHand({
      accountId,
      kind: 'adjustment',
      amount: movedAmount(amount),
      actor,
      note,
      ...(reference !== undefined && { reference }),
    });
    return this.of(accountId);
  }

  async of(accountId: number): Promise<Balance> {
    const { balance, creditLimit } = await this.accounts.get(accountId);
    return {
      balance: numericText(balance),
      creditLimit: numericText(creditLimit),
      spendable: sumOf(balance, creditLimit),
    };
  }

  async statement(accountId: number, limit?: number): Promise<LedgerEntry[]> {
    await this.accounts.get(accountId);
    return this.ledger.list(accountId, limit);
  }

  private async postByHand(posting: LedgerPosting): Promise<void> {
    const { accountId, reference } = posting;
    await this.accounts.get(accountId);
    try {
      const posted = await this.database.transaction((manager) =>
        this.ledger.post(manager, posting),
      );
      if (!posted) throw await this.beyondCredit(accountId);
    } catch (error) {
      if (sqlState(error) === TOO_LARGE) {
        throw new OperatorError(`Account ${accountId} cannot hold that much; nothing was changed.`);
      }
      if (violatedUniqueKey(error) !== 'ledger_entries_reference_key') throw error;
      throw await this.repeatedReference(accountId, reference ?? '');
    }
  }

  private async beyondCredit(accountId: number): Promise<OperatorError> {
    const { spendable } = await this.of(accountId);
    return new OperatorError(
      `Account ${accountId} has only ${spendable} USD, credit included; nothing was changed.`,
    );
  }

  /** The charge holds the account's row, so of charges side by side exactly one sees the balance cross. */
  private async warnBelow(
    manager: EntityManager,
    accountId: number,
    balanceLow: string,
    charged: string,
  ): Promise<void> {
    const spendable = await this.ledger.spendable(manager, accountId);
    const event = lowBalanceEvent({ spendable, balanceLow, charged });
    if (event) await this.webhooks.send(manager, accountId, event);
  }

  private async repeatedReference(accountId: number, reference: string): Promise<OperatorError> {
    const entry = await this.ledger.findByReference(accountId, reference);
    const earlier = entry ? ` of ${numericText(entry.amount)} USD` : '';
    return new OperatorError(
      `A movement${earlier} with reference ${JSON.stringify(reference)} is already on account ${accountId}; nothing was changed.`,
    );
  }
}

/** What the database says of a number that is too large for its column. */
const TOO_LARGE = '22003';

/** A leading plus is how people write what they add. */
function movedAmount(text: string): string {
  const amount = text.replace(/^\+/, '');
  if (isPlainDecimal(amount) && fitsMoney(amount) && numericText(amount) !== '0') {
    return numericText(amount);
  }
  throw noAmount(text);
}

function noAmount(text: string): OperatorError {
  return new OperatorError(
    `${JSON.stringify(text)} is no amount; write USD such as 100 or 12.5, with at most 8 decimals.`,
  );
}
