import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { LedgerEntry } from './ledger-entry.entity.js';
import { actorInLedger } from './ledger-actors.js';
import type { LedgerEntryKind } from './ledger-entry-kind.js';
import { OperatorNumbers } from './operator-numbers.js';

/** A new ledger entry. `amount` is USD as decimal text; negative amounts reduce the balance. */
export interface LedgerPosting {
  readonly accountId: number;
  readonly kind: LedgerEntryKind;
  readonly amount: string;
  readonly orderId?: string;
  readonly reference?: string;
  /** The account's resellers read it. */
  readonly note?: string;
  /** The ledger names it as `actorInLedger` says. */
  readonly actor: string;
}

export interface Spending {
  /** The orders of the account are halted. */
  readonly isHalted: boolean;
  /** USD: balance plus credit limit. */
  readonly spendable: string;
}

/** What the tokens of a family have spent in the last 24 hours. Both are USD. */
export interface CountedSpending {
  /** False if the charge would have exceeded the cap; nothing was written then. */
  readonly isCounted: boolean;
  readonly cap: string;
  /** Before the charge. */
  readonly spent: string;
}

/** A ledger entry that was found by its reference. All amounts are USD, as decimal texts. */
export type ReferencedMovement = Pick<
  LedgerEntry,
  'kind' | 'amount' | 'balanceAfter' | 'orderId' | 'note' | 'createdAt'
> & {
  /** What the reversals of its order have paid back up to this entry; null for an entry of another kind. */
  readonly refunded: string | null;
};

/** `amount` is USD, not negative. */
export type CappedCharge = Pick<LedgerPosting, 'accountId' | 'amount'>;

/** Writes balances and ledger entries, always both together. */
@Injectable()
export class LedgerRepository {
  constructor(
    @InjectRepository(LedgerEntry) private readonly entries: Repository<LedgerEntry>,
    private readonly operators: OperatorNumbers,
  ) {}

  /**
   * Changes the balance and inserts the entry in one statement. The conditions are part of the UPDATE: if they were
   * read before, concurrent orders could spend the same balance, and orders could be charged after they were halted.
   * @returns false if balance and credit limit do not cover the amount, or for a debit while the orders of the account
   * are halted; nothing was written then.
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

  /**
   * Counts a charge for the daily spend cap of a family of tokens, after the charge has locked the row of the account,
   * so that concurrent charges see each other.
   */
  async count(
    manager: EntityManager,
    family: number,
    { accountId, amount }: CappedCharge,
  ): Promise<CountedSpending> {
    const [counted] = await manager.query<[CountedSpending]>(COUNT, [family, accountId, amount]);
    return counted;
  }

  /** What `count` would answer now; nothing is written. */
  async wouldCount(family: number, { accountId, amount }: CappedCharge): Promise<CountedSpending> {
    const parameters = [family, accountId, amount];
    const [counted] = await this.entries.query<[CountedSpending]>(WOULD_COUNT, parameters);
    return counted;
  }

  /** Takes a refunded amount out of the minute of its order. */
  async giveBack(
    manager: EntityManager,
    family: number,
    { accountId, orderId, amount }: Pick<LedgerPosting, 'accountId' | 'orderId' | 'amount'>,
  ): Promise<void> {
    await manager.query(GIVE_BACK, [family, accountId, orderId, amount]);
  }

  /** What the account may spend, as seen by the caller's transaction. */
  async spending(manager: EntityManager, accountId: number): Promise<Spending> {
    const [row] = await manager.query<[Spending]>(FIND_SPENDING, [accountId]);
    return row;
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
      AND ($3::text <> 'debit' OR orders_halted_at IS NULL)
    RETURNING id, ledger_sequence, balance
  )
  INSERT INTO ledger_entries
    (account_id, sequence, kind, amount, balance_after, order_id, reference, note, actor)
  SELECT id, ledger_sequence, $3, $2::numeric, balance, $4, $5, $6, $7 FROM moved
  RETURNING sequence`;

/** A minute counts until all of it is older than 24 hours. */
const EARLIER = `
  capped AS (
    SELECT coalesce(min(daily_cap), 'Infinity') AS cap FROM access_tokens
    WHERE account_id = $2 AND coalesce(family_id, id) = $1
  ), earlier AS (
    SELECT coalesce(sum(spent), 0) AS spent FROM token_spending
    WHERE family_id = $1 AND minute >= date_trunc('minute', now() - interval '24 hours')
  )`;

const WOULD_COUNT = `
  WITH ${EARLIER}
  SELECT spent + $3::numeric <= cap AS "isCounted", cap, spent FROM capped, earlier`;

const COUNT = `
  WITH ${EARLIER}, outdated AS (
    DELETE FROM token_spending WHERE family_id = $1 AND minute < now() - interval '25 hours'
  ), counted AS (
    INSERT INTO token_spending (family_id, minute, spent)
    SELECT $1, date_trunc('minute', now()), $3::numeric FROM capped, earlier
    WHERE earlier.spent + $3::numeric <= cap
    ON CONFLICT (family_id, minute) DO UPDATE SET spent = token_spending.spent + excluded.spent
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM counted) AS "isCounted", cap, spent FROM capped, earlier`;

const GIVE_BACK = `
  UPDATE token_spending SET spent = greatest(spent - $4::numeric, 0)
  WHERE family_id = $1 AND minute = (
    SELECT date_trunc('minute', created_at) FROM orders WHERE account_id = $2 AND order_id = $3)`;

const FIND_BALANCE = 'SELECT balance FROM accounts WHERE id = $1';

const FIND_SPENDING = `
  SELECT orders_halted_at IS NOT NULL AS "isHalted", balance + credit_limit AS spendable
  FROM accounts WHERE id = $1`;

const FIND_BY_REFERENCE = `
  SELECT kind, amount, balance_after AS "balanceAfter", order_id AS "orderId", note,
         created_at AS "createdAt", (
           SELECT sum(earlier.amount) FROM ledger_entries earlier
           WHERE entry.kind = 'reversal' AND earlier.kind = 'reversal'
             AND earlier.account_id = entry.account_id AND earlier.order_id = entry.order_id
             AND earlier.sequence <= entry.sequence
         ) AS refunded
  FROM ledger_entries entry WHERE account_id = $1 AND reference = $2`;
