import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';

/** The state of an order's delivery. */
@Entity('fulfillments')
export class Fulfillment {
  @PrimaryColumn('integer', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('text', { name: 'order_id' })
  orderId: string;

  /** The product's handlers as they were when the order was placed. */
  @Column('json')
  steps: FulfillmentStep[];

  /** The index of the current handler in `steps`. */
  @Column('integer')
  step: number;

  /** How often the current handler was asked without a final outcome. */
  @Column('integer')
  tries: number;

  /** When a job asks the handler again; null while the order is left to the operator, or closed. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt: Date | null;

  @Column('boolean')
  closed: boolean;

  /** The last note of a handler, for the operator. */
  @Column('text')
  note: string;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
