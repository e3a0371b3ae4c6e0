import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { shopClock } from '../../common/shop-clock.js';
import { SecretBox } from '../../common/secret-box.js';
import type { WebhookMessage } from './webhook-message.js';
import type { WebhookReceiver } from './webhook-receiver.js';

const SECRET_BYTES = 32;

/** A new secret, in plain text to be shown once, and encrypted to be stored. */
export interface NewSecret {
  /** `whsec_…`, as the libraries of Standard Webhooks expect it. */
  readonly secret: string;
  readonly encrypted: Buffer;
}

/** Creates the secrets of webhooks, and signs messages with them. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly box: SecretBox) {}

  /**
   * @param about what the secret belongs to, as in `WebhookReceiver`.
   * @throws OperatorError if SECRET_KEYS is empty
   */
  create(about: string): NewSecret {
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    return { secret, encrypted: this.box.encrypt(secret, about) };
  }

  /**
   * The headers of one attempt, signed by the secret and, until it expires, by the previous one.
   * @throws SecretUnreadableError
   */
  signedHeaders(receiver: WebhookReceiver, { id, body }: WebhookMessage): Record<string, string> {
    const now = shopClock.now();
    const { previousEncryptedSecret: previous, previousUntil } = receiver;
    const secrets = [receiver.encryptedSecret];
    if (previous && previousUntil && previousUntil > now) secrets.push(previous);
    const signatures = secrets.map((encrypted) => {
      const secret = this.box.decrypt(encrypted, receiver.about);
      return new Webhook(secret).sign(id, now, body);
    });
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    };
  }
}
