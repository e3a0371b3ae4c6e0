import { randomUUID } from 'node:crypto';

/** The answer to one request for an order: the order, an error's code, or none. */
export type Outcome =
  | { readonly kind: 'order'; readonly orderId: string; readonly codes: readonly string[] }
  | { readonly kind: 'error'; readonly code: number }
  /** Without the answer of Souk; with a status when something else answered, such as a proxy. */
  | { readonly kind: 'silence'; readonly httpStatus: number | undefined };

/** Codes that say nothing about other sendings under the same order_uuid. */
const SAY_NOTHING: ReadonlySet<number> = new Set([111, 116, 117, 120, 121, 122, 123, 124, 130]);

/** True for an error after which no order exists. */
function isRefusal(outcome: Outcome): boolean {
  return outcome.kind === 'error' && !SAY_NOTHING.has(outcome.code);
}

/** True for an answer after which a client need not ask again. */
export function settles(outcome: Outcome): boolean {
  return outcome.kind === 'order' || isRefusal(outcome);
}

/** One order as its client sees it: what it asked for, and what it heard each time it sent it. */
export class BookedOrder {
  readonly uuid: string = randomUUID();
  readonly heard: Outcome[] = [];

  constructor(
    /** Place of its account in the shop. */
    readonly account: number,
    /** Path and query behind `/client/api/newOrder/`, without the order_uuid. */
    readonly path: string,
  ) {}

  /** The ids it was answered; more than one is a fault. */
  get orderIds(): string[] {
    const ids = this.heard.flatMap((outcome) => (outcome.kind === 'order' ? outcome.orderId : []));
    return [...new Set(ids)];
  }

  /** The codes of each answer that held any. */
  get codes(): (readonly string[])[] {
    return this.heard.flatMap((outcome) =>
      outcome.kind === 'order' && outcome.codes.length > 0 ? [outcome.codes] : [],
    );
  }

  /** True when an order exists under its uuid: the client was told so. */
  get acknowledged(): boolean {
    return this.orderIds.length > 0;
  }

  /**
   * True when no order may ever exist under its uuid: every sending was answered, none with an order, and the last
   * with an error that means no.
   */
  get refused(): boolean {
    const last = this.heard.at(-1);
    return this.heard.every(({ kind }) => kind === 'error') && !!last && isRefusal(last);
  }

  /** True while a client that wants to know would send it again. */
  get open(): boolean {
    return !this.acknowledged && !this.refused;
  }
}

/** The orders of a scenario, with all answers to their clients. */
export class OrderBook {
  readonly orders: BookedOrder[] = [];

  add(account: number, path: string): BookedOrder {
    const order = new BookedOrder(account, path);
    this.orders.push(order);
    return order;
  }

  get open(): BookedOrder[] {
    return this.orders.filter(({ open }) => open);
  }

  get refused(): BookedOrder[] {
    return this.orders.filter(({ refused }) => refused);
  }

  /** How often each outcome was heard, such as `order`, `111`, `silence`, `silence (HTTP 502)`. */
  get tally(): Record<string, number> {
    const tally: Record<string, number> = {};
    for (const outcome of this.orders.flatMap(({ heard }) => heard)) {
      const name = nameOf(outcome);
      tally[name] = (tally[name] ?? 0) + 1;
    }
    return tally;
  }
}

function nameOf(outcome: Outcome): string {
  if (outcome.kind === 'error') return String(outcome.code);
  if (outcome.kind === 'order' || outcome.httpStatus === undefined) return outcome.kind;
  return `silence (HTTP ${outcome.httpStatus})`;
}
