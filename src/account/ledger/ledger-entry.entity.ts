import { Column, Entity, PrimaryColumn } from 'typeorm';

export const LEDGER_ENTRY_KINDS = ['deposit', 'debit', 'refund', 'adjustment'] as const;
export type LedgerEntryKind = (typeof LEDGER_ENTRY_KINDS)[number];

/** One movement of an account's balance. Entries are only ever added. */
@Entity('ledger_entries')
export class LedgerEntry {
  @PrimaryColumn('integer', { name: 'account_id' })
  accountId: number;

  /** 1, 2, 3, … within the account, without gaps. */
  @PrimaryColumn('bigint')
  sequence: string;

  @Column('text')
  kind: LedgerEntryKind;

  /** USD; negative for a debit, either for an adjustment. */
  @Column('numeric', { precision: 28, scale: 8 })
  amount: string;

  /** USD after this entry. */
  @Column('numeric', { name: 'balance_after', precision: 28, scale: 8 })
  balanceAfter: string;

  /** The order that was charged or refunded. */
  @Column('text', { name: 'order_id', nullable: true })
  orderId: string | null;

  /** The operator's own reference, unique within the account. */
  @Column('text', { nullable: true })
  reference: string | null;

  @Column('text')
  note: string;

  /** Who did it: `api`, or the operator's name. */
  @Column('text')
  actor: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** The hash of the entry before, 32 zero bytes for the first one. */
  @Column('bytea', { name: 'previous_hash' })
  previousHash: Buffer;

  /** Computed by the database over every other column; see `entryHash`. */
  @Column('bytea', { name: 'entry_hash' })
  entryHash: Buffer;
}
