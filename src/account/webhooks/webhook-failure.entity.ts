import { Column, Entity, PrimaryColumn } from 'typeorm';
import { FailedDelivery } from '../../events/failures/failed-delivery.js';

/** A message whose attempts have failed so far, or that was given up. */
@Entity('webhook_failures')
export class WebhookFailure extends FailedDelivery {
  @PrimaryColumn('text', { name: 'message_id' })
  messageId: string;

  @Column('integer', { name: 'account_id' })
  accountId: number;
}
