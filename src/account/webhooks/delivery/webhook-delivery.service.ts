import { Inject, Injectable } from '@nestjs/common';
import { TRACING, type Tracing } from '../../../common/tracing/tracing.js';
import { orderOf, type WebhookMessage } from '../webhook-message.js';
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
    @Inject(TRACING) private readonly tracing: Tracing | undefined,
  ) {}

  /** Makes one attempt; it never throws. */
  attempt(receiver: WebhookReceiver, message: WebhookMessage): Promise<AttemptOutcome> {
    if (!this.tracing) return this.send(receiver, message);
    const { orderId } = orderOf(message);
    const attributes = {
      'http.request.method': 'POST',
      'souk.message_id': message.id,
      ...(orderId !== undefined && { 'souk.order_id': orderId }),
    };
    return this.tracing.span('POST webhook', { kind: 'client', attributes }, async (span) => {
      const outcome = await this.send(receiver, message);
      if ('httpStatus' in outcome) span.set({ 'http.response.status_code': outcome.httpStatus });
      if (outcome.kind !== 'delivered') span.fail();
      return outcome;
    });
  }

  private async send(receiver: WebhookReceiver, message: WebhookMessage): Promise<AttemptOutcome> {
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
