import type { AccountWebhook } from './account-webhook.entity.js';

/** Where signed messages are sent: the webhook of an account, or of an operator. */
export interface WebhookReceiver {
  readonly url: string;
  /** What its secrets belong to, such as `webhook:7`; they are encrypted together with it. */
  readonly about: string;
  readonly encryptedSecret: Buffer;
  /** The previous secret, which also signs messages until `previousUntil`. */
  readonly previousEncryptedSecret: Buffer | null;
  readonly previousUntil: Date | null;
}

export function receiverOf(webhook: AccountWebhook): WebhookReceiver {
  const { accountId, url, encryptedSecret, previousEncryptedSecret, previousUntil } = webhook;
  const about = aboutWebhook(accountId);
  return { url, about, encryptedSecret, previousEncryptedSecret, previousUntil };
}

export function aboutWebhook(accountId: number): string {
  return `webhook:${accountId}`;
}
