import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { isPlainDecimal, numericText } from '../../common/decimal.js';
import { fitsMoney, negated, sumOf } from '../../common/money.js';
import { Database } from '../../database/database.js';
import { violatedUniqueKey } from '../../database/database-errors.js';
import { InsufficientBalanceError } from '../account.errors.js';
import { AccountService } from '../account.service.js';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';
import { lowBalanceEvent } from './low-balance.js';
import type { LedgerEntry } from './ledger-entry.entity.js';
import { LedgerRepository } from './ledger.repository.js';

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
   * @throws InsufficientBalanceError (100)
   */
  async debit(
    manager: EntityManager,
    { amount, ...movement }: OrderMovement,
    balanceLow: string | null = null,
  ): Promise<void> {
    // An order that costs nothing moves nothing.
    if (numericText(amount) === '0') return;
    const posting = { ...movement, kind: 'debit', amount: negated(amount) } as const;
    if (!(await this.ledger.post(manager, posting))) throw new InsufficientBalanceError();
    if (balanceLow !== null) await this.warnBelow(manager, movement.accountId, balanceLow, amount);
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
    const usd = depositAmount(amount);
    await this.accounts.get(accountId);
    const posting = { accountId, kind: 'deposit', amount: usd, actor } as const;
    const details = {
      ...(reference !== undefined && { reference }),
      ...(note !== undefined && { note }),
    };
    try {
      await this.database.transaction((manager) =>
        this.ledger.post(manager, { ...posting, ...details }),
      );
    } catch (error) {
      if (violatedUniqueKey(error) !== 'ledger_entries_reference_key') throw error;
      throw await this.repeatedReference(accountId, reference ?? '');
    }
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

  /** The charge holds the account's row, so of charges side by side exactly one sees the balance cross. */
  private async warnBelow(
    manager: EntityManager,
    accountId: number,
    balanceLow: string,
    charged: string,
  ): Promise<void> {
    const spendable = await this.ledger.spendable(manager, accountId);
    const event = lowBalanceEvent({ spendable, balanceLow, charged });
    if (event) await this.webhooks.tell(manager, accountId, event);
  }

  private async repeatedReference(accountId: number, reference: string): Promise<OperatorError> {
    const entry = await this.ledger.findByReference(accountId, reference);
    const earlier = entry ? ` of ${numericText(entry.amount)} USD` : '';
    return new OperatorError(
      `A deposit${earlier} with reference ${JSON.stringify(reference)} is already on account ${accountId}; nothing was deposited.`,
    );
  }
}

function depositAmount(text: string): string {
  if (
    isPlainDecimal(text) &&
    fitsMoney(text) &&
    !text.startsWith('-') &&
    numericText(text) !== '0'
  ) {
    return numericText(text);
  }
  throw new OperatorError(
    `${JSON.stringify(text)} is no amount; write USD such as 100 or 12.5, with at most 8 decimals.`,
  );
}
