import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Another shop of this wire that we buy from. */
@Entity('suppliers')
export class Supplier {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  /** What products name it by; without spaces. */
  @Column('text')
  name: string;

  /** Without a slash at its end. */
  @Column('text', { name: 'base_url' })
  baseUrl: string;

  @Column('bytea', { name: 'sealed_token' })
  sealedToken: Buffer;

  /** Calls to it at a time, of one process. */
  @Column('integer', { name: 'max_concurrent' })
  maxConcurrent: number;

  /** Seconds that it has for an answer. */
  @Column('integer', { name: 'time_out' })
  timeOut: number;

  /** USD; a balance below is worth a warning. */
  @Column('numeric', { name: 'low_balance', precision: 28, scale: 8, nullable: true })
  lowBalance: string | null;

  /** USD that we can spend there, as its profile said last. */
  @Column('numeric', { precision: 28, scale: 8, nullable: true })
  balance: string | null;

  @Column('timestamptz', { name: 'probed_at', nullable: true })
  probedAt: Date | null;

  /** Why it could not be asked the last time; empty when it could. */
  @Column('text', { name: 'last_error' })
  lastError: string;

  /** Minutes from one look at its catalog to the next; null for none. */
  @Column('integer', { name: 'sync_minutes', nullable: true })
  syncMinutes: number | null;

  /** Percentage on its prices. */
  @Column('numeric', { precision: 12, scale: 6 })
  markup: string;

  /** Category of ours that its root categories go into; null for the root. */
  @Column('integer', { name: 'into_category', nullable: true })
  intoCategory: number | null;

  @Column('timestamptz', { name: 'synced_at', nullable: true })
  syncedAt: Date | null;

  /** Why its catalog could not be listed the last time; empty when it could. */
  @Column('text', { name: 'sync_error' })
  syncError: string;
}

/** The key under which an order is sent to a supplier. */
@Entity('supplier_attempts')
export class SupplierAttempt {
  @PrimaryColumn('integer', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('text', { name: 'order_id' })
  orderId: string;

  @PrimaryColumn('integer', { name: 'supplier_id' })
  supplierId: number;

  @PrimaryColumn('integer', { name: 'supplier_product' })
  supplierProduct: number;

  /** A random UUIDv4, written before anything is sent and never changed. */
  @Column('uuid', { name: 'attempt_uuid' })
  attemptUuid: string;

  /** How often it was sent, each counted before it goes; from the first on the supplier may know it. */
  @Column('integer')
  sends: number;

  /** When it was sent last. */
  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt: Date | null;

  /** Why it is not to be bought there; from then on it is never sent again. */
  @Column('text', { nullable: true })
  refusal: string | null;

  /** What it became there. */
  @Column('text', { name: 'supplier_order_id', nullable: true })
  supplierOrderId: string | null;

  /** USD that it cost us, as the supplier said. */
  @Column('numeric', { precision: 28, scale: 8, nullable: true })
  cost: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
