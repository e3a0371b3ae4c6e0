import { readFileSync } from 'node:fs';
import { soukList } from '../../src/database/schema/schema-list.js';

/** Tables with rows for each order, or for each one that is delivered, bought, refused or told. */
const GROWING = [
  ...['orders', 'order_keys', 'ledger_entries', 'account_events', 'order_refusals', 'order_costs'],
  ...['order_search_values', 'order_search_keys', 'order_search_changes', 'fulfillments'],
  ...['supplier_attempts', 'stock_codes', 'delivered_codes', 'webhook_messages'],
  'webhook_failures',
];

it('each index that grows with orders is listed with the question that it answers', () => {
  const document = readFileSync(new URL('../../docs/query-plans.md', import.meta.url), 'utf8');
  const [, table = ''] = document.split('## The indexes that grow with orders');
  const cells = table.split('\n').map((line) => line.split('|')[1] ?? '');
  const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const indexes = soukList().objects.filter(
    ({ kind, table, definition }) =>
      GROWING.includes(table) &&
      (kind === 'index' || (kind === 'constraint' && /^(PRIMARY|UNIQUE)/.test(definition))),
  );
  expect(named.toSorted()).toEqual(indexes.map(({ name }) => name).toSorted());
});
