import { webhookUrl } from '../../account/webhooks/webhook-url.js';
import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import type { RecipientKind } from './recipient.entity.js';

const NAME = /^[a-z0-9][a-z0-9._-]{0,39}$/;
/** Of one address, without a display name. What ends a header or begins another address is in neither part. */
const MAIL_ADDRESS = /^[^\s\p{C}@<>()[\],;:"\\]{1,64}@[^\s\p{C}@<>()[\],;:"\\]{1,255}$/u;
export const MAX_MAIL_ADDRESS_CHARACTERS = 320;

/** A month; what waits longer than that is no news. */
export const MAX_OVERDUE_MINUTES = 31 * 24 * 60;
export const USUAL_OVERDUE_MINUTES = 30;

/** @throws OperatorError */
export function recipientName(text: string): string {
  if (NAME.test(text)) return text;
  throw new OperatorError(...sentence('recipient.name'));
}

/** True for one plain e-mail address, without a name or comment. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_MAIL_ADDRESS_CHARACTERS && MAIL_ADDRESS.test(text);
}

/** Checks and normalizes an address. @throws OperatorError */
export function addressOf(kind: RecipientKind, text: string): string {
  return kind === 'webhook' ? webhookUrl(text) : mailAddress(text);
}

/** @throws OperatorError */
export function mailAddress(text: string): string {
  if (isMailAddress(text)) return text;
  throw new OperatorError(...sentence('mail.address'));
}

/** @throws OperatorError */
export function overdueMinutes(minutes: number): number {
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_OVERDUE_MINUTES) return minutes;
  throw new OperatorError(...sentence('field.integer', { min: 1, max: MAX_OVERDUE_MINUTES }));
}
