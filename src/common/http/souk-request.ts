import type { Request } from 'express';
import type { Validity } from './validity.js';

/**
 * How errors choose their HTTP status: by the error, or 200 for all, because some older clients throw the body of
 * a 4xx away before they read the code.
 */
export const ERROR_STATUS_MODES = ['semantic', 'always-200'] as const;
export type ErrorStatusMode = (typeof ERROR_STATUS_MODES)[number];

/** What the door adds to Express's request. */
export interface SoukRequest extends Request {
  /** Request id, also in the `X-Request-Id` answer header and in every log line. */
  id: string;
  /** The account's own choice, once the account is known; the server's default applies otherwise. */
  errorStatusMode?: ErrorStatusMode;
  /** Number of the caller's account, once it is known. */
  accountId?: number;
  /** To be called when the answer has been made and begins to be sent. */
  onAnswer?: () => void;
  /** How long the guard would let the same request in again; without it each one is asked anew. */
  validity?: Validity;
}
