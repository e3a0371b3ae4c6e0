/** A request of newOrder that was refused. */
export interface OrderRefusal {
  /** A UUID. Those of one server are in the order of their times. */
  readonly id: string;
  readonly accountId: number;
  /** The idempotency key in its normal form, or a short text that was sent in place of one; else null. */
  readonly orderUuid: string | null;
  /** As requested: there may be no such product. Null if it was no id. */
  readonly productId: number | null;
  /** Of the wire. */
  readonly code: number;
  /** The message on the wire. */
  readonly reason: string;
  /** Of the caller; null if it was not known any more, or if a proxy named none. */
  readonly address: string | null;
  readonly requestId: string;
}

/** A refusal that is not in the database yet. */
export interface NewRefusal extends OrderRefusal {
  /** By `performance.now()`. */
  readonly atMs: number;
}

/** 111 and 429: limits, and whatever cannot be decided now. */
const UNDECIDED = 111;

/**
 * True for the codes of refused orders. 500 and 111 decide nothing; 404 and 405 are no orders, such as a prefetch; the
 * others above 199 are HTTP statuses.
 */
export function isRefusalCode(code: number): boolean {
  return (code >= 100 && code <= 199 && code !== UNDECIDED) || (code >= 600 && code <= 699);
}
