import { Column } from 'typeorm';

/** How far the delivery of an event has failed so far; it may have been given up. */
export abstract class FailedDelivery {
  /** Such as `order.accepted`. */
  @Column('text', { name: 'event_type' })
  eventType: string;

  @Column('integer')
  attempts: number;

  /** The reason why the last attempt failed. */
  @Column('text')
  reason: string;

  /** Null if it was given up. */
  @Column('timestamptz', { name: 'next_try_at', nullable: true })
  nextTryAt: Date | null;

  @Column('timestamptz', { name: 'first_failed_at' })
  firstFailedAt: Date;

  @Column('timestamptz', { name: 'last_failed_at' })
  lastFailedAt: Date;
}
