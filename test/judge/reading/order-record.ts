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
  /** Codes that one answer shows twice. */
  readonly repeatedCodes = new Set<string>();
  /** When the first answer ended that shows the order. */
  shownMs = Infinity;
  /** When the first answer ended that shows it in this state. */
  acceptedMs = Infinity;
  rejectedMs = Infinity;
  /** When the last answer began that shows it waiting. */
  waitedMs = -Infinity;
  /** True while a request may have placed an order that nobody has seen. */
  isUntold = false;
  /** True once an answer said that it is sealed: there never was, or will be, an order. */
  isSealed = false;
  total: bigint | undefined;
  quantity: string | undefined;
  unitPrice: string | undefined;

  private readonly tries: Try[] = [];
  /** When answers began that said that there is no order. */
  private readonly absencesMs: number[] = [];
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

  /** The same, or later, if an answer said later that there was no order yet. */
  get placedFromMs(): number {
    const before = this.absencesMs.filter((startMs) => startMs < this.shownMs);
    return before.reduce((most, startMs) => Math.max(most, startMs), this.firstTryMs);
  }

  /** When the order can have been rejected at the earliest. */
  get closedFromMs(): number {
    return Math.min(Math.max(this.placedFromMs, this.waitedMs), this.rejectedMs);
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

  /** Notes that an answer which began then shows the order waiting. */
  waits(startMs: number): void {
    this.waitedMs = Math.max(this.waitedMs, startMs);
  }

  /** Notes that an answer which began then said that there is no order. */
  missed(startMs: number): void {
    this.absencesMs.push(startMs);
  }

  /** Notes what an answer shows of the order. */
  see({ order, product, quantity, unitPrice }: ShownOrder, endMs: number): void {
    this.ids.add(order.id);
    this.shownMs = Math.min(this.shownMs, endMs);
    this.total ??= order.total;
    this.seenProduct = product ?? this.seenProduct;
    this.quantity = quantity ?? this.quantity;
    this.unitPrice ??= unitPrice;
    const { codes = [] } = order;
    for (const [index, code] of codes.entries()) {
      this.codes.add(code);
      if (codes.indexOf(code) < index) this.repeatedCodes.add(code);
    }
    this.close(order.status, endMs);
  }

  close(status: string, endMs: number): void {
    if (status === 'accept') this.acceptedMs = Math.min(this.acceptedMs, endMs);
    if (status === 'reject') this.rejectedMs = Math.min(this.rejectedMs, endMs);
  }

  /** One key may have been sent with several products, and again when there was an order. */
  private get placing(): readonly Try[] {
    const { product, shownMs } = this;
    return this.tries.filter(
      (one) => (product === undefined || one.product === product) && one.sentMs <= shownMs,
    );
  }
}
