import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { LedgerEntry, type LedgerEntryKind } from './ledger-entry.entity.js';

/** A movement to write. `amount` is USD as decimal text, negative for a debit. */
export interface LedgerPosting {
  readonly accountId: number;
  readonly kind: LedgerEntryKind;
  readonly amount: string;
  readonly orderId?: string;
  readonly reference?: string;
  readonly note?: string;
  readonly actor: string;
}

/** What has been posted, as far as the account wants to be told. USD as decimal text. */
export interface Posted {
  /** What can be spent now: balance plus credit limit. */
  readonly spendable: string;
  /** The account is told when that falls below; null: it is not. */
  readonly balanceLow: string | null;
}

/** Balance and ledger, which only ever move together. */
@Injectable()
export class LedgerRepository {
  constructor(@InjectRepository(LedgerEntry) private readonly entries: Repository<LedgerEntry>) {}

  /**
   * Moves the balance and writes the entry in one statement. The condition is part of the UPDATE: a balance that
   * was read before it is checked can be spent twice.
   * @returns null when the balance and credit do not cover the amount; nothing was written then.
   */
  async post(manager: EntityManager, posting: LedgerPosting): Promise<Posted | null> {
    const rows = await manager.query<Posted[]>(POST, [
      posting.accountId,
      posting.amount,
      posting.kind,
      posting.orderId ?? null,
      posting.reference ?? null,
      posting.note ?? '',
      posting.actor,
    ]);
    return rows[0] ?? null;
  }

  /** The entries of an account in their order, the newest `limit` of them when one is given. */
  async list(accountId: number, limit?: number): Promise<LedgerEntry[]> {
    const newestFirst = await this.entries.find({
      where: { accountId },
      order: { sequence: 'DESC' },
      ...(limit !== undefined && { take: limit }),
    });
    return newestFirst.reverse();
  }

  findByReference(accountId: number, reference: string): Promise<LedgerEntry | null> {
    return this.entries.findOneBy({ accountId, reference });
  }
}

const POST = `
  WITH moved AS (
    UPDATE accounts
    SET balance = balance + $2::numeric, ledger_sequence = ledger_sequence + 1
    WHERE id = $1 AND (balance + credit_limit + $2::numeric >= 0 OR $2::numeric > 0)
    RETURNING id, ledger_sequence, balance, credit_limit
  )
  INSERT INTO ledger_entries
    (account_id, sequence, kind, amount, balance_after, order_id, reference, note, actor)
  SELECT id, ledger_sequence, $3, $2::numeric, balance, $4, $5, $6, $7 FROM moved
  RETURNING (SELECT balance + credit_limit FROM moved) AS spendable,
    (SELECT balance_low FROM account_webhooks WHERE account_webhooks.account_id = $1) AS "balanceLow"`;
