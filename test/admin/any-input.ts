import fc from 'fast-check';
import { TestOperator } from '../support/test-operator.js';
import type { TestShop } from '../support/test-shop.js';
import { adminRoutes, pathOf } from './admin-routes.js';

const FIELDS = [
  ...['name', 'role', 'email', 'amount', 'reference', 'reason', 'note', 'codes', 'order_ids'],
  ...['range', 'scopes', 'allowed_ips', 'daily_cap', 'expires_at', 'group_id', 'credit_limit'],
  ...['operator', 'label', 'two_factor_required', 'testing', 'requests_per_minute', 'constructor'],
  ...['url', 'balance_low', 'cost', 'csv', 'all', 'drop', 'dry_run'],
];

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\0', '\ud800', '$value', "'; DROP TABLE orders; --", '9'.repeat(60), '1e400'),
  fc.constantFrom(
    '2026-02-30T00:00:00Z',
    '0.000000001',
    '-0',
    ' ',
    '$constraint1',
    '203.0.113.7/33',
  ),
);
const value = fc.oneof(
  hostileText,
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown),
);
const body = fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), hostileText), value, {
  maxKeys: 6,
});
const word = hostileText.map((text) => encodeURIComponent(text.toWellFormed()));
const parameter = fc.tuple(
  fc.constantFrom(
    ...['limit', 'cursor', 'from', 'to', 'actor', 'status', 'account_id', 'range', 'x'],
    ...['format', 'by', 'below', 'until', 'code', 'order_uuid', 'unknown'],
  ),
  word,
);

/**
 * Sends random requests to all routes.
 * @param shop may be changed in any way, so it must be the caller's own.
 */
export async function expectNoServerError(shop: TestShop, numRuns: number): Promise<void> {
  // The requests name the number 1, and revoke the token with it.
  await TestOperator.of(shop, 'viewer');
  const owner = await TestOperator.of(shop, 'owner');
  const { id: accountId } = await shop.account({ balance: '5' });
  const routes = adminRoutes(shop);
  const answered = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...routes),
      body,
      fc.array(parameter, { maxLength: 3 }),
      word,
      async (route, given, parameters, segment) => {
        const query = parameters.map((pair) => pair.join('=')).join('&');
        const named = route
          .replace(/:(name|order)/, segment === '' || segment === '.' ? 'x' : segment)
          .replace(/:id/, String(accountId));
        const ask = {
          ...(!route.startsWith('GET') && { body: given }),
          key: `key-${Math.random()}`,
          match: '*',
        };
        const { status, headers, text } = await owner.ask(`${named}?${query}`, ask);
        answered.add(status);
        expect([route, status]).not.toEqual([route, 401]);

        expect([route, status < 500, text]).toEqual([route, true, text]);
        if (status >= 400) {
          expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
        }
      },
    ),
    { numRuns },
  );
  // No input has disabled the owner or taken its role, since it is the last one.
  expect((await owner.ask('GET me')).status).toBe(200);
  expect([...answered]).toEqual(expect.arrayContaining([200, 404, 422]));
  expect(pathOf('GET accounts/:id')).toBe('GET accounts/999999');
}
