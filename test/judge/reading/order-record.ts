import type { KeyAction } from '../models/order-key.js';
import type { Operation } from '../search/operation.js';
import type { ShownOrder } from './shown-orders.js';
import type { Moment } from './sightings.js';

interface Try {
  readonly sentMs: number;
  readonly token: string;
  readonly product: string;
}

/** All that a history tells of one idempotency key of an account. */
export class OrderRecord {
  readonly operations: Operation<KeyAction>[] = [];
  readonly ids = new Set<string>();
  readonly codes = new Set<string>();
  /** When the first answer ended that shows the order. */
  shownMs = Infinity;
  /** When the first answer ended that shows it in this state. */
  acceptedMs = Infinity;
  rejectedMs = Infinity;
  /** True while a request may have placed an order that nobody has seen. */
  isUntold = false;
  total: bigint | undefined;
  quantity: string | undefined;
  unitPrice: string | undefined;

  private readonly tries: Try[] = [];
  private seenProduct: string | undefined;

  constructor(
    readonly accountId: number,
    readonly key: string,
  ) {}

  get isShown(): boolean {
    return this.ids.size > 0;
  }

  /** Undefined while nobody has seen which of several products was ordered. */
  get product(): string | undefined {
    const asked = new Set(this.tries.map(({ product }) => product));
    return this.seenProduct ?? (asked.size === 1 ? [...asked][0] : undefined);
  }

  /** When the first request was sent that may have placed the order. */
  get firstTryMs(): number {
    return this.placing.reduce((least, { sentMs }) => Math.min(least, sentMs), Infinity);
  }

  /** Of the requests that may have placed the order. */
  get tokens(): ReadonlySet<string> {
    return new Set(this.placing.map(({ token }) => token));
  }

  get subject(): string {
    return `account ${this.accountId}, key ${this.key}`;
  }

  add({ client, instance, startMs, endMs }: Moment, action: KeyAction, text: string): void {
    this.operations.push({ client, instance, startMs, endMs, action, text });
  }

  /** Notes a request that may have placed the order. */
  tried(request: Try): void {
    this.tries.push(request);
  }

  /** Notes what an answer shows of the order. */
  see({ order, product, quantity, unitPrice }: ShownOrder, endMs: number): void {
    this.ids.add(order.id);
    this.shownMs = Math.min(this.shownMs, endMs);
    this.total ??= order.total;
    this.seenProduct = product ?? this.seenProduct;
    this.quantity = quantity ?? this.quantity;
    this.unitPrice ??= unitPrice;
    for (const code of order.codes ?? []) this.codes.add(code);
    this.close(order.status, endMs);
  }

  close(status: string, endMs: number): void {
    if (status === 'accept') this.acceptedMs = Math.min(this.acceptedMs, endMs);
    if (status === 'reject') this.rejectedMs = Math.min(this.rejectedMs, endMs);
  }

  /** One key may have been sent with several products. */
  private get placing(): readonly Try[] {
    const { product } = this;
    return this.tries.filter((one) => product === undefined || one.product === product);
  }
}
