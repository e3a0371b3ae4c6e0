import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Topic } from '../topics.js';

/** How a recipient is reached. */
export const RECIPIENT_KINDS = ['webhook', 'email'] as const;
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

/** Who is notified, and of what. */
@Entity('notification_recipients')
export class NotificationRecipient {
  /** Chosen by the operator. */
  @PrimaryColumn('text')
  name: string;

  @Column('text')
  kind: RecipientKind;

  /** The URL of a webhook, or an e-mail address. */
  @Column('text')
  address: string;

  @Column('text', { array: true })
  topics: Topic[];

  /** How long an order waits before it is one of `order.overdue`. */
  @Column('integer', { name: 'overdue_minutes' })
  overdueMinutes: number;

  /** Signs the messages of a webhook; null for e-mail. */
  @Column('bytea', { name: 'sealed_secret', nullable: true })
  encryptedSecret: Buffer | null;

  /** Of mails; null for that of the shop. */
  @Column('text', { nullable: true })
  language: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_sent_at', nullable: true })
  lastSentAt: Date | null;

  /** Why the last attempt failed; empty if it succeeded. */
  @Column('text', { name: 'last_error' })
  lastError: string;
}
