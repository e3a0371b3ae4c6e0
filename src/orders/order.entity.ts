import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountField } from '../catalog/account-field.js';
import type { Parameter } from '../common/http/parameters/flat-parameters.js';
import type { OrderStatus } from './rules/order-status.js';

/** An order with a snapshot of what was bought, so that it outlives the product. */
@Entity('orders')
export class Order {
  @PrimaryColumn('integer', { name: 'account_id' })
  accountId: number;

  /** `ID_` and 16 hexadecimal digits. */
  @PrimaryColumn('text', { name: 'order_id' })
  orderId: string;

  /** The caller's key, normalized. */
  @Column('text', { name: 'order_uuid' })
  orderUuid: string;

  @Column('integer', { name: 'product_id' })
  productId: number;

  @Column('text', { name: 'product_name' })
  productName: string;

  /** USD a unit, as decimal text. */
  @Column('numeric', { name: 'unit_price', precision: 38, scale: 18 })
  unitPrice: string;

  @Column('numeric', { precision: 28, scale: 6 })
  quantity: string;

  /** USD charged, as decimal text. */
  @Column('numeric', { precision: 28, scale: 8 })
  total: string;

  /** The product's account fields as they were. */
  @Column('json', { name: 'field_schema' })
  fieldSchema: AccountField[];

  /** The account fields as the caller named and wrote them, in schema order. */
  @Column('json', { name: 'sent_fields' })
  sentFields: Parameter[];

  /** Canonical name to value, trimmed and in NFC: what a handler works with and a replay is compared by. */
  @Column('json')
  fields: Record<string, string>;

  /** Other parameters of the request, for the operator only. */
  @Column('json', { name: 'extra_parameters' })
  extraParameters: Parameter[];

  @Column('text')
  status: OrderStatus;

  /** True for an order that moves no money: an account under test tries what may happen. */
  @Column('boolean')
  rehearsal: boolean;

  /** Ids of the shops that this order has passed through. */
  @Column('text', { array: true })
  via: string[];

  /** What the reseller got; null for no codes. Readable once the repository has opened them. */
  @Column('text', { name: 'delivered_codes', array: true, nullable: true })
  deliveredCodes: string[] | null;

  /** The same under a secret key. */
  @Column('bytea', { name: 'sealed_codes', nullable: true })
  sealedCodes: Buffer | null;

  /** Why it was rejected, or the operator's remark. */
  @Column('text', { name: 'decision_note' })
  decisionNote: string;

  @Column('text', { name: 'decided_by', nullable: true })
  decidedBy: string | null;

  @Column('timestamptz', { name: 'decided_at', nullable: true })
  decidedAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}

/** An order by its primary key. */
export type OrderRef = Readonly<Pick<Order, 'accountId' | 'orderId'>>;

/** An account's idempotency key, and the id that the order gets if the key is free. */
export type IdempotencyKey = Readonly<Pick<Order, 'accountId' | 'orderUuid' | 'orderId'>>;

/** What an order is when it is written; one that is delivered at once has been decided by then. */
export type NewOrder = Omit<Order, 'sealedCodes' | 'decidedAt' | 'createdAt'>;
