import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LedgerEntry } from './ledger-entry.entity.js';
import { actorInLedger } from './ledger-actors.js';
import type { LedgerEntryKind } from './ledger-entry-kind.js';
import { OperatorNumbers } from './operator-numbers.js';

/** A new ledger entry. `amount` is USD as decimal text; negative amounts reduce the balance. */
export interface LedgerPosting {
  readonly accountId: number;
  /** Debits are written by `BatchBalances`. */
  readonly kind: Exclude<LedgerEntryKind, 'debit'>;
  readonly amount: string;
  readonly orderId?: string;
  readonly reference?: string;
  /** The account's resellers read it. */
  readonly note?: string;
  /** The ledger names it as `actorInLedger` says. */
  readonly actor: string;
}

/** A ledger entry that was found by its reference. All amounts are USD, as decimal texts. */
export type ReferencedMovement = Pick<
  LedgerEntry,
  'kind' | 'amount' | 'balanceAfter' | 'orderId' | 'note' | 'createdAt'
> & {
  /** What the reversals of its order have paid back up to this entry; null for an entry of another kind. */
  readonly refunded: string | null;
};

/** Writes balances and ledger entries, always both together. */
@Injectable()
export class LedgerRepository {
  constructor(private readonly operators: OperatorNumbers) {}

  /**
   * Changes the balance and inserts the entry in one statement. The condition is part of the UPDATE: if it were read before, orders
   * could have spent the balance meanwhile. Orders themselves are charged by `BatchBalances`.
   * @returns false if balance and credit limit do not cover the amount; nothing was written then.
   */
  async post(manager: EntityManager, posting: LedgerPosting): Promise<boolean> {
    const actor = await actorInLedger(this.operators, manager, posting.actor);
    const rows = await manager.query<unknown[]>(POST, [
      posting.accountId,
      posting.amount,
      posting.kind,
      posting.orderId ?? null,
      posting.reference ?? null,
      posting.note ?? '',
      actor,
    ]);
    return rows.length === 1;
  }

  /** Takes a refunded amount out of the minute of its order. */
  async giveBack(
    manager: EntityManager,
    family: number,
    { accountId, orderId, amount }: Pick<LedgerPosting, 'accountId' | 'orderId' | 'amount'>,
  ): Promise<void> {
    await manager.query(GIVE_BACK, [family, accountId, orderId, amount]);
  }

  /** As seen by the caller's transaction. */
  async balance(manager: EntityManager, accountId: number): Promise<string> {
    const rows = await manager.query<[{ balance: string }]>(FIND_BALANCE, [accountId]);
    return rows[0].balance;
  }

  /** Locks the row of the account like a change of its balance: new orders and their keys may still refer to it. */
  async lock(manager: EntityManager, accountId: number): Promise<void> {
    await manager.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  }

  /** As seen by the caller's transaction; undefined if the account has no entry under the reference. */
  async findByReference(
    manager: EntityManager,
    accountId: number,
    reference: string,
  ): Promise<ReferencedMovement | undefined> {
    const parameters = [accountId, reference];
    const rows = await manager.query<ReferencedMovement[]>(FIND_BY_REFERENCE, parameters);
    return rows[0];
  }
}

const POST = `
  WITH moved AS (
    UPDATE accounts
    SET balance = balance + $2::numeric, ledger_sequence = ledger_sequence + 1
    WHERE id = $1 AND ($2::numeric > 0 OR balance + credit_limit + $2::numeric >= 0)
    RETURNING id, ledger_sequence, balance
  )
  INSERT INTO ledger_entries
    (account_id, sequence, kind, amount, balance_after, order_id, reference, note, actor)
  SELECT id, ledger_sequence, $3, $2::numeric, balance, $4, $5, $6, $7 FROM moved
  RETURNING sequence`;

const GIVE_BACK = `
  UPDATE token_spending SET spent = greatest(spent - $4::numeric, 0)
  WHERE family_id = $1 AND minute = (
    SELECT date_trunc('minute', created_at) FROM orders WHERE account_id = $2 AND order_id = $3)`;

const FIND_BALANCE = 'SELECT balance FROM accounts WHERE id = $1';

const FIND_BY_REFERENCE = `
  SELECT kind, amount, balance_after AS "balanceAfter", order_id AS "orderId", note,
         created_at AS "createdAt", (
           SELECT sum(earlier.amount) FROM ledger_entries earlier
           WHERE entry.kind = 'reversal' AND earlier.kind = 'reversal'
             AND earlier.account_id = entry.account_id AND earlier.order_id = entry.order_id
             AND earlier.sequence <= entry.sequence
         ) AS refunded
  FROM ledger_entries entry WHERE account_id = $1 AND reference = $2`;
