import type { ErrorStatusMode } from '../../common/http/souk-request.js';
import type { OrderUuidMode } from '../../config/variables.js';
import type { WebhookSubscription } from '../webhooks/webhook-subscription.js';

/** The caller, once the guard has let it in. Every service that serves a caller takes one. */
export interface Principal {
  readonly accountId: number;
  readonly name: string;
  readonly email: string;
  readonly groupId: number | null;
  /** True when products that are switched off for now are listed too. */
  readonly showUnavailable: boolean;
  /** True when the categories for testing are seen. */
  readonly testing: boolean;
  /** Null follows the server's default. */
  readonly errorHttpStatus: ErrorStatusMode | null;
  /** Null follows the server's default. */
  readonly orderUuidMode: OrderUuidMode | null;
  /** What the account wants to be told; null for nothing. */
  readonly webhook: WebhookSubscription | null;
  /** Of which revision of tokens, accounts, Allowed IPs and maintenance this is. */
  readonly accessRevision: string;
}
