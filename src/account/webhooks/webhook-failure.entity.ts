import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message whose attempts have failed so far, or that was given up. */
@Entity('webhook_failures')
export class WebhookFailure {
  @PrimaryColumn('text', { name: 'message_id' })
  messageId: string;

  @Column('integer', { name: 'account_id' })
  accountId: number;

  /** Such as `order.accepted`. */
  @Column('text', { name: 'event_type' })
  eventType: string;

  @Column('integer')
  attempts: number;

  /** The reason why the last attempt failed. */
  @Column('text')
  reason: string;

  /** Null if the message was given up. */
  @Column('timestamptz', { name: 'next_try_at', nullable: true })
  nextTryAt: Date | null;

  @Column('timestamptz', { name: 'first_failed_at' })
  firstFailedAt: Date;

  @Column('timestamptz', { name: 'last_failed_at' })
  lastFailedAt: Date;
}
