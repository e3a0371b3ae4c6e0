import { randomUUID } from 'node:crypto';
import { logSafeOrderUuid } from '../../common/http/log-safe-url.js';
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

/** The order, and the key of the request that has placed it as the log shows it; nothing of a message about no order. */
export function orderOf({ type, body }: WebhookMessage): { orderId?: string; orderUuid?: string } {
  if (!type.startsWith('order.')) return {};
  const { data } = JSON.parse(body) as { readonly data?: Readonly<Record<string, unknown>> };
  const { order_id: orderId, order_uuid: orderUuid } = data ?? {};
  return {
    ...(typeof orderId === 'string' && { orderId }),
    ...(typeof orderUuid === 'string' && { orderUuid: logSafeOrderUuid(orderUuid) }),
  };
}
