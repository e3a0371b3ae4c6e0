import type { Unusual } from '../../../catalog/unusual/unusual.js';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Another shop with the same API, from which this shop buys. */
@Entity('suppliers')
export class Supplier {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  /** The name that the settings of products use; without spaces. */
  @Column('text')
  name: string;

  /** Without a slash at its end. */
  @Column('text', { name: 'base_url' })
  baseUrl: string;

  @Column('bytea', { name: 'sealed_token' })
  encryptedToken: Buffer;

  /** Nothing new is bought there before; null, or a time that is over, if it may be. */
  @Column('timestamptz', { name: 'frozen_until', nullable: true })
  frozenUntil: Date | null;

  /** Concurrent calls of one process. */
  @Column('integer', { name: 'max_concurrent' })
  maxConcurrent: number;

  @Column('integer', { name: 'time_out' })
  timeoutSeconds: number;

  /** USD; the operator is warned about a lower balance. */
  @Column('numeric', { name: 'low_balance', precision: 28, scale: 8, nullable: true })
  lowBalance: string | null;

  /** USD that we can spend there, according to the last profile. */
  @Column('numeric', { precision: 28, scale: 8, nullable: true })
  balance: string | null;

  @Column('timestamptz', { name: 'probed_at', nullable: true })
  probedAt: Date | null;

  /** Why the last probe failed; empty if it succeeded. */
  @Column('text', { name: 'last_error' })
  lastError: string;

  /** Minutes between two syncs of its catalog; null for no automatic sync. */
  @Column('integer', { name: 'sync_minutes', nullable: true })
  syncMinutes: number | null;

  /** Percentage on the supplier's prices. */
  @Column('numeric', { precision: 12, scale: 6 })
  markup: string;

  /** Our category into which its root categories go; null for the root. */
  @Column('integer', { name: 'into_category', nullable: true })
  intoCategory: number | null;

  /** Categories of theirs that are listed, with all below them. Null here and in `pickedProducts`: all of its catalog. */
  @Column('integer', { name: 'picked_categories', array: true, nullable: true })
  pickedCategories: number[] | null;

  /** Products of theirs that are listed besides. */
  @Column('integer', { name: 'picked_products', array: true, nullable: true })
  pickedProducts: number[] | null;

  /** The picked categories of the last sync: what it has listed, and is picked no longer, was left out by the operator. */
  @Column('integer', { name: 'applied_categories', array: true, nullable: true })
  appliedCategories: number[] | null;

  @Column('integer', { name: 'applied_products', array: true, nullable: true })
  appliedProducts: number[] | null;

  /** When awaited pictures were last fetched; null for at once. */
  @Column('timestamptz', { name: 'pictures_at', nullable: true })
  picturesAt: Date | null;

  @Column('timestamptz', { name: 'synced_at', nullable: true })
  syncedAt: Date | null;

  /** Why the last sync failed; empty if it succeeded. */
  @Column('text', { name: 'sync_error' })
  syncError: string;

  /** What the last sync has held back; null if that is nothing. */
  @Column('json', { name: 'held_changes', nullable: true })
  heldChanges: Unusual | null;
}

/** The idempotency key under which an order is sent to a supplier, and what is known about it. */
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

  /** Grows each time that the order is bought again, since the supplier has forgotten it. */
  @Column('integer')
  generation: number;

  /** Derived from the order, the purchase and its generation, and committed before anything is sent. */
  @Column('uuid', { name: 'attempt_uuid' })
  attemptUuid: string;

  /** The number of requests, each counted before it is sent. Above 0 the supplier may have an order. */
  @Column('integer')
  sends: number;

  /** When the last request was sent. */
  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt: Date | null;

  /** Why the order is not bought there; if set, no request is sent any more. */
  @Column('text', { nullable: true })
  refusal: string | null;

  /** The id of the supplier's order. */
  @Column('text', { name: 'supplier_order_id', nullable: true })
  supplierOrderId: string | null;

  /** USD that the supplier charged. */
  @Column('numeric', { precision: 28, scale: 8, nullable: true })
  cost: string | null;

  /** Since when the supplier does not know its order any more; null while it knows it. */
  @Column('timestamptz', { name: 'forgotten_at', nullable: true })
  forgottenAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
