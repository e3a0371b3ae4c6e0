import { randomUUID } from 'node:crypto';
import type { RawJson } from '../../common/json.js';

/** Something an account is told. */
export interface WebhookEvent {
  /** Such as `order.accepted`. */
  readonly type: string;
  readonly data: Readonly<Record<string, string | number | RawJson>>;
}

/** An event as it is sent: the same id and the same bytes at every attempt. */
export interface WebhookMessage {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

/** Renders an event, once; its id tells a receiver that it has seen the message before. */
export function messageOf({ type, data }: WebhookEvent): WebhookMessage {
  const timestamp = new Date().toISOString();
  return {
    id: `msg_${randomUUID().replaceAll('-', '')}`,
    type,
    body: JSON.stringify({ type, timestamp, data }),
  };
}
