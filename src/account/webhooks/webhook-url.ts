import { OperatorError } from '../../common/app-error.js';
import { messageKey } from '../../common/message-key.js';

const MAX_URL_CHARACTERS = 2000;

/** Checks and normalizes the URL of a receiver. @throws OperatorError */
export function webhookUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > MAX_URL_CHARACTERS) {
    throw new OperatorError(
      `${JSON.stringify(text.slice(0, 80))} is no http:// or https:// address of a receiver.`,
      { messageKey: messageKey('address.not-http', {}) },
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new OperatorError(
      'A user name or password in the address is not sent; leave it out, the signature is the proof.',
      { messageKey: messageKey('address.with-password', {}) },
    );
  }
  url.hash = '';
  return url.href;
}
