import { orderOf, type WebhookMessage } from '../webhook-message.js';
import type { WebhookReceiver } from '../webhook-receiver.js';
import { GONE, type AttemptOutcome } from './webhook-delivery.service.js';

/** A message about an order after an attempt to send it. */
export interface SentMessage {
  readonly accountId: number;
  readonly orderId: string;
  readonly messageId: string;
  /** Such as `order.accepted`. */
  readonly eventType: string;
  /** Scheme, host and port; the path may hold a secret of the receiver. */
  readonly receiver: string;
  readonly attempts: number;
  /** Of the answer to the last attempt; null if there was none. */
  readonly httpStatus: number | null;
  /** Why the last attempt failed; empty if the message arrived. */
  readonly failure: string;
}

/** An attempt to send a message. */
export interface MessageAttempt extends WebhookMessage {
  readonly accountId: number;
  /** The number of the attempt. */
  readonly attempt: number;
}

/** What is kept of an attempt; undefined for a message about no order, such as `balance.low`. */
export function sentMessage(
  { url }: Pick<WebhookReceiver, 'url'>,
  message: MessageAttempt,
  outcome: AttemptOutcome,
): SentMessage | undefined {
  const { orderId } = orderOf(message);
  if (orderId === undefined) return undefined;
  const { accountId, id: messageId, type: eventType, attempt: attempts } = message;
  return {
    ...{ accountId, orderId, messageId, eventType, attempts },
    receiver: new URL(url).origin,
    httpStatus: httpStatusOf(outcome),
    failure: failureOf(outcome),
  };
}

/** Why an attempt has failed; empty if the message arrived. */
export function failureOf(outcome: AttemptOutcome): string {
  switch (outcome.kind) {
    case 'delivered':
      return '';
    case 'gone':
      return `it answered HTTP ${GONE}: the webhook was switched off`;
    case 'failed':
      return outcome.reason;
  }
}

function httpStatusOf(outcome: AttemptOutcome): number | null {
  return outcome.kind === 'gone' ? GONE : (outcome.httpStatus ?? null);
}
