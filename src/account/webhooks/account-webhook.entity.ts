import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The webhook of an account, to which events of its orders and balance are sent. */
@Entity('account_webhooks')
export class AccountWebhook {
  @PrimaryColumn('integer', { name: 'account_id' })
  accountId: number;

  @Column('text')
  url: string;

  @Column('bytea', { name: 'sealed_secret' })
  encryptedSecret: Buffer;

  /** The previous secret, which also signs messages until `previousUntil`. */
  @Column('bytea', { name: 'previous_sealed_secret', nullable: true })
  previousEncryptedSecret: Buffer | null;

  @Column('timestamptz', { name: 'previous_until', nullable: true })
  previousUntil: Date | null;

  /** USD; an event is sent when a charge takes the spendable amount below it. Null for no such event. */
  @Column('numeric', { name: 'balance_low', precision: 28, scale: 8, nullable: true })
  balanceLow: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
