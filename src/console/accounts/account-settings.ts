import type { AccountDto } from '../../admin/accounts/accounts.dto.js';
import type { FormValues } from '../http/form-values.js';

/** What the form of the settings asks to change, for the check of the class: an empty field is the default of the server. */
export function accountChangeIn(form: FormValues): object {
  return {
    name: form.text('name'),
    email: form.text('email'),
    group_id: wholeNumber(form.text('group_id')),
    show_unavailable: form.has('show_unavailable'),
    testing: form.has('testing'),
    error_http_status: wordOrNull(form.text('error_http_status')),
    order_uuid: wordOrNull(form.text('order_uuid')),
    requests_per_minute: wholeNumber(form.text('requests_per_minute')),
    orders_per_minute: wholeNumber(form.text('orders_per_minute')),
  };
}

/** What the fields of the form hold for an account. */
export function settingsOf(account: AccountDto): Readonly<Record<string, string>> {
  const boxes = { show_unavailable: account.show_unavailable, testing: account.testing };
  const ticked = Object.entries(boxes).flatMap(([name, isTicked]) => (isTicked ? [name] : []));
  return {
    name: account.name,
    email: account.email,
    group_id: String(account.group_id ?? ''),
    error_http_status: account.error_http_status ?? '',
    order_uuid: account.order_uuid ?? '',
    requests_per_minute: String(account.requests_per_minute ?? ''),
    orders_per_minute: String(account.orders_per_minute ?? ''),
    ...Object.fromEntries(ticked.map((name) => [name, 'on'])),
  };
}

/** A number for digits, null for an empty field; another text stays, so that the check refuses it. */
function wholeNumber(text: string): number | string | null {
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function wordOrNull(text: string): string | null {
  return text === '' ? null : text;
}
