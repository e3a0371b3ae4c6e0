import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { SecretBox } from '../../common/secret-box.js';
import type { AccountWebhook } from './account-webhook.entity.js';
import type { WebhookMessage } from './webhook-message.js';

const SECRET_BYTES = 32;

/** A secret once in clear, to be shown, and once sealed, to be kept. */
export interface NewSecret {
  /** `whsec_…`, as the libraries of Standard Webhooks take it. */
  readonly secret: string;
  readonly sealed: Buffer;
}

/** The secrets that prove who a message is from. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly box: SecretBox) {}

  /** @throws OperatorError while SECRET_KEYS is empty */
  make(accountId: number): NewSecret {
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    return { secret, sealed: this.box.encrypt(secret, aboutWebhook(accountId)) };
  }

  /**
   * The headers of one attempt, signed by the secret and, while it lives, by the one before.
   * @throws SecretUnreadableError
   */
  signedHeaders(webhook: AccountWebhook, { id, body }: WebhookMessage): Record<string, string> {
    const now = new Date();
    const { previousEncryptedSecret: previous, previousUntil } = webhook;
    const secrets = [webhook.encryptedSecret];
    if (previous && previousUntil && previousUntil > now) secrets.push(previous);
    const signatures = secrets.map((sealed) => {
      const secret = this.box.decrypt(sealed, aboutWebhook(webhook.accountId));
      return new Webhook(secret).sign(id, now, body);
    });
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    };
  }
}

function aboutWebhook(accountId: number): string {
  return `webhook:${accountId}`;
}
