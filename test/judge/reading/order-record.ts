import type { KeyAction } from '../models/order-key.js';
import type { Operation } from '../search/operation.js';
import type { ShownOrder } from './shown-orders.js';
import type { Moment } from './sightings.js';

/** All that a history tells of one idempotency key of an account. */
export class OrderRecord {
  readonly operations: Operation<KeyAction>[] = [];
  readonly ids = new Set<string>();
  readonly codes = new Set<string>();
  /** Of the requests that may have placed the order. */
  readonly tokens = new Set<string>();
  /** When the first of them was sent. */
  firstTryMs = Infinity;
  /** When the first answer ended that shows the order. */
  shownMs = Infinity;
  /** When the first answer ended that shows it in this state. */
  acceptedMs = Infinity;
  rejectedMs = Infinity;
  /** True while a request may have placed an order that nobody has seen. */
  isUntold = false;
  total: bigint | undefined;
  product: string | undefined;
  quantity: string | undefined;
  unitPrice: string | undefined;

  constructor(
    readonly accountId: number,
    readonly key: string,
  ) {}

  get isShown(): boolean {
    return this.ids.size > 0;
  }

  get subject(): string {
    return `account ${this.accountId}, key ${this.key}`;
  }

  add({ client, instance, startMs, endMs }: Moment, action: KeyAction, text: string): void {
    this.operations.push({ client, instance, startMs, endMs, action, text });
  }

  /** @param sentMs when a request was sent that may have placed the order */
  tried(sentMs: number, token: string): void {
    this.firstTryMs = Math.min(this.firstTryMs, sentMs);
    this.tokens.add(token);
  }

  /** Notes what an answer shows of the order. */
  see({ order, product, quantity, unitPrice }: ShownOrder, endMs: number): void {
    this.ids.add(order.id);
    this.shownMs = Math.min(this.shownMs, endMs);
    this.total ??= order.total;
    this.product ??= product;
    this.quantity = quantity ?? this.quantity;
    this.unitPrice ??= unitPrice;
    for (const code of order.codes ?? []) this.codes.add(code);
    this.close(order.status, endMs);
  }

  close(status: string, endMs: number): void {
    if (status === 'accept') this.acceptedMs = Math.min(this.acceptedMs, endMs);
    if (status === 'reject') this.rejectedMs = Math.min(this.rejectedMs, endMs);
  }
}
