import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where an account wants to be told of its orders and balance. */
@Entity('account_webhooks')
export class AccountWebhook {
  @PrimaryColumn('integer', { name: 'account_id' })
  accountId: number;

  @Column('text')
  url: string;

  @Column('bytea', { name: 'sealed_secret' })
  encryptedSecret: Buffer;

  /** The secret before, which signs as well until `previousUntil`. */
  @Column('bytea', { name: 'previous_sealed_secret', nullable: true })
  previousEncryptedSecret: Buffer | null;

  @Column('timestamptz', { name: 'previous_until', nullable: true })
  previousUntil: Date | null;

  /** USD; a charge that takes what can be spent below it is told. Null: it is not. */
  @Column('numeric', { name: 'balance_low', precision: 28, scale: 8, nullable: true })
  balanceLow: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
