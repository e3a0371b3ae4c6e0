import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LedgerEntryKind } from './ledger-entry-kind.js';

/** A movement of an account's balance. Entries are never changed or deleted. */
@Entity('ledger_entries')
export class LedgerEntry {
  @PrimaryColumn('integer', { name: 'account_id' })
  accountId: number;

  /** 1, 2, 3, … without gaps within the account. */
  @PrimaryColumn('bigint')
  sequence: string;

  @Column('text')
  kind: LedgerEntryKind;

  /** USD; negative for a debit, of either sign for an adjustment. */
  @Column('numeric', { precision: 28, scale: 8 })
  amount: string;

  /** USD after this entry. */
  @Column('numeric', { name: 'balance_after', precision: 28, scale: 8 })
  balanceAfter: string;

  /** The order that was charged, refunded or reversed. */
  @Column('text', { name: 'order_id', nullable: true })
  orderId: string | null;

  /** The operator's own reference, unique within the account; every reversal has one. */
  @Column('text', { nullable: true })
  reference: string | null;

  /** Resellers read it. */
  @Column('text')
  note: string;

  /** `api`, `shop`, or `operator:` or `extension:` and a number; entries of earlier releases have names of operators and handlers. */
  @Column('text')
  actor: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** The hash of the previous entry; 32 zero bytes for the first entry. */
  @Column('bytea', { name: 'previous_hash' })
  previousHash: Buffer;

  /** A random salt of 16 bytes for each commitment. */
  @Column('bytea', { nullable: true })
  salts: Buffer | null;

  /** To reference, and to note and actor, by their salts; null for an entry whose hash covers the texts themselves. */
  @Column('bytea', { nullable: true })
  commitments: Buffer | null;

  /**
   * The number of the last event of the account before a deposit or adjustment; null in those that are older than this column,
   * and in all others. It is no part of the hash.
   */
  @Column('bigint', { name: 'after_event', nullable: true })
  afterEvent: string | null;

  /** Computed by the database; see `entryHash`. */
  @Column('bytea', { name: 'entry_hash' })
  entryHash: Buffer;
}
