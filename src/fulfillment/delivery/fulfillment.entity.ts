import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';

/** How far the delivery of a waiting order has come. */
@Entity('fulfillments')
export class Fulfillment {
  @PrimaryColumn('integer', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('text', { name: 'order_id' })
  orderId: string;

  /** The product's handlers as they were when the order was placed. */
  @Column('json')
  steps: FulfillmentStep[];

  /** Which of them is at work, counted from 0. */
  @Column('integer')
  step: number;

  /** How often the present handler was asked in vain. */
  @Column('integer')
  tries: number;

  /** When a job is to look at it again; null while it waits for the operator, or is closed. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt: Date | null;

  @Column('boolean')
  closed: boolean;

  /** What the handler said last, for the operator. */
  @Column('text')
  note: string;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
