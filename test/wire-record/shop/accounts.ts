import type { AccountRow } from '../../../src/start/testing/shop-rows.js';
import type { TestShop } from '../../support/test-shop.js';

/** In this order, so that each has the same id at every run. */
export const ACCOUNTS = {
  plain: { name: 'Plain', balance: '1000.5' },
  gold: { name: 'Gold', group: 'gold', balance: '1000' },
  special: { name: 'متجر 🎮 "خاص"', email: 'special@متجر.example', balance: '0.00000001' },
  lister: { name: 'Lister', showUnavailable: true },
  old: { name: 'Old panel', errorHttpStatus: 'always-200', balance: '1' },
  modern: { name: 'Modern', errorHttpStatus: 'semantic', balance: '1' },
  opaque: { name: 'Opaque', orderUuidMode: 'opaque', balance: '1000' },
  strict: { name: 'Strict', orderUuidMode: 'uuid', balance: '1000' },
  barred: { name: 'Barred', apiPermitted: false },
  office: { name: 'Office', allowedIps: ['198.51.100.0/24', '2001:db8::/32'] },
  local: { name: 'Local', allowedIps: ['127.0.0.0/8'], balance: '5' },
  poor: { name: 'Poor', balance: '0.5' },
  credit: { name: 'Credit', creditLimit: '5', balance: '1' },
  expired: { name: 'Expired' },
  revoked: { name: 'Revoked' },
  tester: { name: 'Tester', testing: true, balance: '10' },
  buyer: { name: 'Buyer', balance: '100000' },
  replayer: { name: 'Replayer', balance: '100' },
  neighbor: { name: 'Neighbor', balance: '100' },
  poster: { name: 'Poster', balance: '1000' },
  halted: { name: 'Halted', balance: '100' },
  closed: { name: 'Closed', balance: '100', apiPermitted: false, allowedIps: ['192.0.2.1'] },
} as const satisfies Record<string, AccountRow>;

export type AccountName = keyof typeof ACCOUNTS;

/** @returns each account's id and token; one token has expired and one is revoked. */
export async function insertAccounts(
  shop: TestShop,
): Promise<Record<AccountName, { id: number; token: string }>> {
  const accounts = new Map<string, { id: number; token: string }>();
  for (const [name, row] of Object.entries(ACCOUNTS)) {
    const { id, token } = await shop.account(row);
    accounts.set(name, { id, token });
  }
  const named = Object.fromEntries(accounts) as Record<AccountName, { id: number; token: string }>;
  named.expired.token = await shop.token(named.expired.id, { expires: '-1 second' });
  await shop.db.query('UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1', [
    named.revoked.id,
  ]);
  return named;
}
