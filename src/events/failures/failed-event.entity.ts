import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { FailedDelivery } from './failed-delivery.js';

/** An event whose attempts have failed so far, or that was given up. */
@Entity('failed_events')
export class FailedEvent extends FailedDelivery {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  extension: string;

  @Column('text')
  listener: string;

  /** Of an event in order, whose account stops with it; null for others. */
  @Column('integer', { name: 'account_id', nullable: true })
  accountId: number | null;

  @Column('text', { name: 'event_id' })
  eventId: string;

  /** JSON. */
  @Column('text')
  event: string;
}
