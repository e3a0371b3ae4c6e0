import type { ErrorStatusMode } from '../../common/http/souk-request.js';
import type { RecordedListener } from '../../events/recorded-listeners.js';
import type { OrderUuidMode } from '../../config/variables.js';
import type { WebhookSubscription } from '../webhooks/webhook-subscription.js';

/** The caller of a request, once the guard has admitted it. */
export interface Principal {
  readonly accountId: number;
  /** Null for a token that a token source has found. */
  readonly tokenId: number | null;
  readonly name: string;
  readonly email: string;
  readonly groupId: number | null;
  /** True if products that are currently switched off are listed too. */
  readonly showUnavailable: boolean;
  /** True if the account sees the categories for testing. */
  readonly testing: boolean;
  /** What closes new orders while all else is answered: a suspension of the account, or maintenance of orders. */
  readonly ordersClosed: 'suspension' | 'maintenance' | null;
  /** The family of the token if it has a daily spend cap; else null. */
  readonly cappedFamily: number | null;
  /** Null follows the server's default. */
  readonly errorHttpStatus: ErrorStatusMode | null;
  /** Null follows the server's default. */
  readonly orderUuidMode: OrderUuidMode | null;
  /** Null follows the server's default; 0 is no limit. */
  readonly requestsPerMinute: number | null;
  /** New orders. Null follows the server's default; 0 is no limit. */
  readonly ordersPerMinute: number | null;
  /** Null if the account has no webhook. */
  readonly webhook: WebhookSubscription | null;
  /** The listeners of all extensions. */
  readonly listeners: readonly RecordedListener[];
  /** The revision of tokens, extensions, accounts, Allowed IPs, webhooks and maintenance at which this was read. */
  readonly accessRevision: string;
  /**
   * When the answer of the token source ends, in seconds since 1970 by the clock of the database: no order is placed
   * later, unless the guard admits the caller again. Missing for a token of ours.
   */
  readonly validUntil?: number;
}

/** The actor of a change by a caller, for the audit. */
export function tokenActor(tokenId: number | null): string {
  return tokenId === null ? 'token of a token source' : `token:${tokenId}`;
}
