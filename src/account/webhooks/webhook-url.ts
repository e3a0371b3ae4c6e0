import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';

const MAX_URL_CHARACTERS = 2000;

/** Checks and normalizes the URL of a receiver. @throws OperatorError */
export function webhookUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > MAX_URL_CHARACTERS) {
    throw new OperatorError(...sentence('address.not-http'));
  }
  if (url.username !== '' || url.password !== '') {
    throw new OperatorError(...sentence('address.with-password'));
  }
  url.hash = '';
  return url.href;
}
