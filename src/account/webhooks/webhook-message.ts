import { randomUUID } from 'node:crypto';
import { shopClock } from '../../common/shop-clock.js';
import type { RawJson } from '../../common/json.js';

/** An event that is sent to the webhook of an account. */
export interface WebhookEvent {
  /** Such as `order.accepted`. */
  readonly type: string;
  readonly data: Readonly<Record<string, string | number | RawJson | null>>;
}

/** An event as it is sent. Id and body are the same at every attempt. */
export interface WebhookMessage {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

/** An event for any receiver. */
interface AnyEvent {
  readonly type: string;
  readonly data: object;
}

/** Renders an event once. By the id, a receiver recognizes a repeated message. */
export function messageOf({ type, data }: AnyEvent): WebhookMessage {
  const timestamp = shopClock.now().toISOString();
  return {
    id: `msg_${randomUUID().replaceAll('-', '')}`,
    type,
    body: JSON.stringify({ type, timestamp, data }),
  };
}
