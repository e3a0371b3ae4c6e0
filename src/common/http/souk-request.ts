import type { Request } from 'express';
import type { Validity } from './validity.js';

/**
 * The HTTP status of errors: that of each error, or 200 for all, or 200 for those of newOrder alone. Some older clients
 * discard the body of a 4xx answer and never read the code.
 */
export const ERROR_STATUS_MODES = ['semantic', 'always-200', 'orders-200'] as const;
export type ErrorStatusMode = (typeof ERROR_STATUS_MODES)[number];

/** What guards and middleware add to Express's request. */
export interface SoukRequest extends Request {
  /** Request id, also in the `X-Request-Id` answer header and in every log line. */
  id: string;
  /** The account's own setting, once the account is known; otherwise the server's default applies. */
  errorStatusMode?: ErrorStatusMode;
  /** Number of the caller's account, once it is known. */
  accountId?: number;
  /** The idempotency key of a new order as it was sent, for the log. */
  orderUuid?: string | undefined;
  /** True for a request of newOrder, whoever sends it and however it ends. */
  placesOrder?: boolean;
  /** The code of the error that answers it. */
  errorCode?: number;
  /** The HTTP status of that error, also where it is answered as 200. */
  errorStatus?: number;
  /** True if a line that counts requests stands for its line in the log. */
  hasNoLine?: boolean;
  /** Takes another slot for a request of the account; undefined if none is free. The result frees it. */
  tryAcquireSlot?: () => (() => void) | undefined;
  /**
   * Counts another request of an account with a limit of requests; undefined for an account without one. The result are
   * the headers of its answer, names and values alternating, or undefined if it may be beyond the limit.
   */
  tryCount?: () => readonly string[] | undefined;
  /** Those headers, once this request is counted. */
  limitHeaders?: readonly string[];
  /** Why the fast path could not read the answer; the application answers with this error. */
  failedRead?: { readonly error: unknown };
  /** Called when the answer is complete and sending it begins. */
  onAnswer?: () => void;
  /** How long the guard would admit the same request again; undefined when it must decide each time. */
  validity?: Validity;
}

/** True for a request that changes nothing. */
export function isReading({ method }: Pick<Request, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** True for a request with a body, read or not. */
export function hasBody({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
