import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountField } from '../catalog/account-field.js';
import type { Parameter } from '../common/http/parameters/flat-parameters.js';
import type { OrderStatus } from './rules/order-status.js';

/** An order with a copy of the product's data, so that it does not depend on the product. */
@Entity('orders')
export class Order {
  @PrimaryColumn('integer', { name: 'account_id' })
  accountId: number;

  /** `ID_` and 16 hexadecimal digits. */
  @PrimaryColumn('text', { name: 'order_id' })
  orderId: string;

  /** The caller's idempotency key, normalized. */
  @Column('text', { name: 'order_uuid' })
  orderUuid: string;

  @Column('integer', { name: 'product_id' })
  productId: number;

  @Column('text', { name: 'product_name' })
  productName: string;

  /** USD per unit, as decimal text. */
  @Column('numeric', { name: 'unit_price', precision: 38, scale: 18 })
  unitPrice: string;

  @Column('numeric', { precision: 28, scale: 6 })
  quantity: string;

  /** USD charged, as decimal text. */
  @Column('numeric', { precision: 28, scale: 8 })
  total: string;

  /** USD that reversals have paid back, as decimal text; at most the total, and 0 unless the order is accepted. */
  @Column('numeric', { precision: 28, scale: 8 })
  refunded: string;

  /** The account fields of the product when the order was placed. */
  @Column('json', { name: 'field_schema' })
  fieldSchema: AccountField[];

  /** The account fields with the caller's names and spelling, in schema order. */
  @Column('json', { name: 'sent_fields' })
  sentFields: Parameter[];

  /** Canonical field name to value, trimmed and in NFC; handlers use it, and repeated requests are compared with it. */
  @Column('json')
  fields: Record<string, string>;

  /** Other parameters of the request; only the operator sees them. */
  @Column('json', { name: 'extra_parameters' })
  extraParameters: Parameter[];

  @Column('text')
  status: OrderStatus;

  /** True for a test order: it moves neither money nor goods. */
  @Column('boolean')
  rehearsal: boolean;

  /** Ids of the shops through which this order came. */
  @Column('text', { array: true })
  via: string[];

  /** The codes that the reseller got, or null. Encrypted codes appear here once the repository has decrypted them. */
  @Column('text', { name: 'delivered_codes', array: true, nullable: true })
  deliveredCodes: string[] | null;

  /** The same, encrypted under a secret key. */
  @Column('bytea', { name: 'sealed_codes', nullable: true })
  encryptedCodes: Buffer | null;

  /** SHA-256 over a salt and a code, 32 bytes each, in the order of the codes; of the last codes there may be none yet. */
  @Column('bytea', { name: 'code_commitments', nullable: true })
  codeCommitments: Buffer | null;

  /** The salts of these, encrypted like the codes. */
  @Column('bytea', { name: 'sealed_code_salts', nullable: true })
  encryptedCodeSalts: Buffer | null;

  /** Since when fields, codes and messages of the order are erased; null if they are not. */
  @Column('timestamptz', { name: 'erased_at', nullable: true })
  erasedAt: Date | null;

  /** By what a repeated request is compared with an erased order, encrypted like the codes; see `FieldHashes`. */
  @Column('bytea', { name: 'sealed_field_hashes', nullable: true })
  encryptedFieldHashes: Buffer | null;

  /** The reason of a rejection for the reseller; null if none was given for the reseller. */
  @Column('text', { name: 'reason_for_reseller', nullable: true })
  reasonForReseller: string | null;

  /** A note for the operator: the operator's own, or the last words of the handler. */
  @Column('text', { name: 'decision_note' })
  decisionNote: string;

  @Column('text', { name: 'decided_by', nullable: true })
  decidedBy: string | null;

  @Column('timestamptz', { name: 'decided_at', nullable: true })
  decidedAt: Date | null;

  /** The family of tokens whose daily spend cap the order counts for; null for all others. */
  @Column('integer', { name: 'capped_family', nullable: true })
  cappedFamily: number | null;

  /** Of the request that placed the order. Null if a proxy named none, and for orders of earlier releases. */
  @Column('inet', { name: 'caller_address', nullable: true })
  callerAddress: string | null;

  /** Of the same request: the `X-Request-Id` of its answer. Null for orders of earlier releases. */
  @Column('text', { name: 'request_id', nullable: true })
  requestId: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}

/** An order by its primary key. */
export type OrderRef = Readonly<Pick<Order, 'accountId' | 'orderId'>>;

/** What is encrypted of an order is bound to it by this text. */
export function aboutOrder({ accountId, orderId }: OrderRef): string {
  return `order:${accountId}:${orderId}`;
}

/** Which request has placed an order; only the operator sees it. */
export type OrderOrigin = Readonly<Pick<Order, 'callerAddress' | 'requestId'>>;

/** An account's idempotency key, and the id that the order gets if the key is free. */
export type KeyClaim = Readonly<Pick<Order, 'accountId' | 'orderUuid' | 'orderId'>>;

/** The columns of an order that is inserted; an order that is delivered at once is already closed then. */
export type OrderToInsert = Omit<
  Order,
  | 'encryptedCodes'
  | 'codeCommitments'
  | 'encryptedCodeSalts'
  | 'erasedAt'
  | 'encryptedFieldHashes'
  | 'reasonForReseller'
  | 'decidedAt'
  | 'createdAt'
  | 'cappedFamily'
  | 'refunded'
  | keyof OrderOrigin
> &
  Partial<Pick<Order, 'cappedFamily'> & OrderOrigin>;
