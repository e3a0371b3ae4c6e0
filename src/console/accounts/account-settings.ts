import type { AccountDto } from '../../operations/accounts/account.operations.js';

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
