import type { WebhookReceiver } from '../../account/webhooks/webhook-receiver.js';
import type { NotificationRecipient } from './recipient.entity.js';

/** What the secret of a recipient belongs to; `encrypted-columns.ts` says the same in SQL. */
export function aboutRecipient(name: string): string {
  return `notification:${name}`;
}

/** Where the messages of a webhook go. @throws Error for a recipient without a secret, which the database refuses */
export function signedRecipient({
  name,
  address: url,
  encryptedSecret,
}: NotificationRecipient): WebhookReceiver {
  if (!encryptedSecret) throw new Error(`the webhook of ${name} has no secret`);
  const about = aboutRecipient(name);
  return { url, about, encryptedSecret, previousEncryptedSecret: null, previousUntil: null };
}
