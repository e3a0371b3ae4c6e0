import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ErrorStatusMode } from '../common/http/souk-request.js';
import type { OrderUuidMode } from '../config/variables.js';

/** A reseller with a prepaid balance in USD. */
@Entity('accounts')
export class Account {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  name: string;

  @Column('text')
  email: string;

  /** Empty texts are not known; the account itself sees none of the four. */
  @Column('text')
  phone: string;

  @Column('text')
  telegram: string;

  /** Words of the shop's own, by which its accounts are searched. */
  @Column('text')
  tags: string;

  @Column('text')
  note: string;

  /** The account's one group, for visibility and prices. */
  @Column('integer', { name: 'group_id', nullable: true })
  groupId: number | null;

  /** False bars the account from the API (122). */
  @Column('boolean', { name: 'api_permitted' })
  apiPermitted: boolean;

  /** True refuses its new orders (122), and nothing else. */
  @Column('boolean', { name: 'orders_suspended' })
  ordersSuspended: boolean;

  /** True also lists products that are currently switched off, with `available: false`. */
  @Column('boolean', { name: 'show_unavailable' })
  showUnavailable: boolean;

  /** The account's own choice; null follows ERROR_HTTP_STATUS. */
  @Column('text', { name: 'error_http_status', nullable: true })
  errorHttpStatus: ErrorStatusMode | null;

  /** The account's own choice; null follows ORDER_UUID. */
  @Column('text', { name: 'order_uuid_mode', nullable: true })
  orderUuidMode: OrderUuidMode | null;

  /** The account's own limit, 0 for none; null follows MAX_ACCOUNT_REQUESTS_PER_MINUTE. */
  @Column('integer', { name: 'requests_per_minute', nullable: true })
  requestsPerMinute: number | null;

  /** The account's own limit, 0 for none; null follows MAX_ACCOUNT_ORDERS_PER_MINUTE. */
  @Column('integer', { name: 'orders_per_minute', nullable: true })
  ordersPerMinute: number | null;

  /** True shows the categories for testing, whose orders are test orders. */
  @Column('boolean')
  testing: boolean;

  /** True for the account of the demo shop. */
  @Column('boolean')
  demo: boolean;

  /** USD as decimal text; negative while credit is used. */
  @Column('numeric', { precision: 28, scale: 8 })
  balance: string;

  /** USD by which the balance may become negative. */
  @Column('numeric', { name: 'credit_limit', precision: 28, scale: 8 })
  creditLimit: string;

  /** USD; operators are told when the account can spend less. 0 for never. */
  @Column('numeric', { name: 'low_balance', precision: 28, scale: 8 })
  lowBalance: string;

  /** Sequence number of the account's last ledger entry. */
  @Column('bigint', { name: 'ledger_sequence' })
  ledgerSequence: string;

  /** Since when newOrder is refused (111) because ledger or orders have a fault; null if orders are not halted. */
  @Column('timestamptz', { name: 'orders_halted_at', nullable: true })
  ordersHaltedAt: Date | null;

  /** The fault that was found. */
  @Column('text', { name: 'orders_halted_reason', nullable: true })
  ordersHaltedReason: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
