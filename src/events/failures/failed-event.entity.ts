import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An event whose attempts have failed so far, or that was given up. */
@Entity('failed_events')
export class FailedEvent {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  extension: string;

  @Column('text')
  listener: string;

  @Column('text', { name: 'event_id' })
  eventId: string;

  @Column('text', { name: 'event_type' })
  eventType: string;

  /** JSON. */
  @Column('text')
  event: string;

  @Column('integer')
  attempts: number;

  /** The reason why the last attempt failed. */
  @Column('text')
  reason: string;

  /** Null if the event was given up. */
  @Column('timestamptz', { name: 'next_try_at', nullable: true })
  nextTryAt: Date | null;

  @Column('timestamptz', { name: 'first_failed_at' })
  firstFailedAt: Date;

  @Column('timestamptz', { name: 'last_failed_at' })
  lastFailedAt: Date;
}
