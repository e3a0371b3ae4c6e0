import { Injectable } from '@nestjs/common';
import type { WebhookMessage } from '../webhook-message.js';
import type { WebhookReceiver } from '../webhook-receiver.js';
import { WebhookSecrets } from '../webhook-secrets.js';
import { WebhookClient } from './webhook.client.js';

/** The outcome of one attempt. */
export type AttemptOutcome =
  | { readonly kind: 'delivered'; readonly httpStatus: number }
  /** The receiver asks for no further messages. */
  | { readonly kind: 'gone' }
  /** The status is missing if there was no answer. */
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly httpStatus?: number;
      /** True if the message is given up. */
      readonly isFinal?: boolean;
    };

/** The status by which a receiver asks for no further messages. */
export const GONE = 410;

/** Sends messages to receivers, signed by the Standard Webhooks specification. */
@Injectable()
export class WebhookDelivery {
  constructor(
    private readonly secrets: WebhookSecrets,
    private readonly client: WebhookClient,
  ) {}

  /** Makes one attempt; it never throws. */
  async attempt(receiver: WebhookReceiver, message: WebhookMessage): Promise<AttemptOutcome> {
    try {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Souk-Webhooks/1',
        ...this.secrets.signedHeaders(receiver, message),
      };
      return outcomeOf(await this.client.post(receiver.url, headers, message.body));
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  }
}

function outcomeOf(httpStatus: number): AttemptOutcome {
  if (httpStatus >= 200 && httpStatus < 300) return { kind: 'delivered', httpStatus };
  if (httpStatus === GONE) return { kind: 'gone' };
  return { kind: 'failed', reason: `it answered HTTP ${httpStatus}`, httpStatus };
}
