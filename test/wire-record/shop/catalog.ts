import type { FulfillmentStep } from '../../../src/catalog/fulfillment-step.js';
import type { CategoryRow, ProductRow } from '../../../src/start/testing/shop-rows.js';
import type { TestShop } from '../../support/test-shop.js';

const CATEGORIES: readonly CategoryRow[] = [
  { id: 1, name: 'Games', image: '/images/games.svg', position: 2 },
  { id: 11, parentId: 1, name: 'ألعاب 🎮', image: 'https://cdn.example/a%20b.png' },
  { id: 111, parentId: 11, name: 'Level 3' },
  { id: 1111, parentId: 111, name: 'Level 4' },
  { id: 11111, parentId: 1111, name: 'Level 5' },
  { id: 2, name: 'Empty', position: 3 },
  { id: 3, name: 'Hidden from everyone' },
  { id: 31, parentId: 3, name: 'Below hidden' },
  { id: 4, name: 'Vouchers & "codes" </b>', position: 1 },
  { id: 41, parentId: 4, name: 'Special offers', position: -1 },
  { id: 5, name: 'Deleted' },
  { id: 9, name: 'Test outcomes', testingOnly: true, position: 9 },
];

const required = (name: string) => ({
  name,
  label: name,
  type: 'string' as const,
  required: true,
});
const SERVER = { ...required('Server'), label: 'Which server', options: ['EU', 'آسيا'] };
const REMARK = { ...required('Remark'), required: false, pattern: '[a-z]{2,5}' };

function by(
  handler: string,
  settings: FulfillmentStep['settings'],
): { fulfillment: [FulfillmentStep] } {
  return { fulfillment: [{ handler, settings }] };
}

const RANGE = { min: '1', max: '50' };

const PRODUCTS: readonly ProductRow[] = [
  // Every form of product_type and qty_values.
  { id: 1001, categoryId: 11, name: '60 UC', price: '1.26048', fields: ['playerId'] },
  { id: 1002, categoryId: 11, price: '0.000061', quantityValues: { min: '500', max: '500000' } },
  { id: 1003, categoryId: 11, name: 'شدة 🎮', price: '0.00772255027173913', type: 'package' },
  { id: 1004, categoryId: 4, price: '0.99', type: 'package', quantityValues: RANGE },
  {
    id: 1005,
    categoryId: 4,
    price: '3.5',
    type: 'specificPackage',
    quantityValues: ['1.92', '2.88', '110'],
  },
  // Products that most accounts cannot order.
  { id: 1006, categoryId: 4, name: 'Switched off', available: false },
  { id: 1007, categoryId: 4, name: 'Hidden from everyone' },
  { id: 1008, categoryId: 4, name: 'Deleted' },
  { id: 1009, categoryId: 31, name: 'Below hidden' },
  { id: 1028, categoryId: 5, name: 'Below deleted' },
  // Account fields.
  { id: 1010, categoryId: 4, type: 'package', fields: ['رقم اللاعب'] },
  { id: 1011, categoryId: 4, type: 'package', fields: ['Player ID', SERVER, REMARK] },
  {
    id: 1012,
    categoryId: 4,
    type: 'package',
    fields: [{ ...required('pin'), pattern: '\\d{4,8}' }],
  },
  { id: 1013, categoryId: 4, type: 'package', fields: [{ ...required('Count'), type: 'number' }] },
  { id: 1023, categoryId: 4, type: 'package', fields: [REMARK] },
  { id: 1024, categoryId: 4, type: 'package', fields: ['__proto__', 'constructor'] },
  // Prices and names at their limits.
  { id: 1014, categoryId: 41, price: '0.000000000000000001', name: 'Least' },
  { id: 1015, categoryId: 41, price: '0', name: 'Free' },
  { id: 1016, categoryId: 41, price: '99999999.99999999', name: 'Dear', type: 'package' },
  { id: 1019, categoryId: 11111, price: '12345678901234.123456789012345678', name: 'Deep' },
  { id: 1020, categoryId: 41, price: '100.0', name: 'A "quoted" \\ </script>\u2028 & é e\u0301' },
  { id: 1021, categoryId: 41, price: '1.5', image: '/images/gems.svg', position: -1 },
  { id: 1022, categoryId: 41, price: '2.5', image: 'https://cdn.example/x?y=1&z=%D8' },
  // Delivered by handlers.
  {
    id: 1017,
    categoryId: 4,
    type: 'package',
    quantityValues: RANGE,
    ...by('codes', { stock: 'gift' }),
  },
  { id: 1018, categoryId: 4, type: 'package', ...by('codes', { stock: 'empty' }) },
  ...(['accept', 'reject', 'stuck', 'two-codes'] as const).map((outcome, index) => ({
    id: 1031 + index,
    categoryId: 9,
    name: `Test: ${outcome}`,
    type: 'package' as const,
    ...by('test', { outcome }),
  })),
  // Changed while their orders are repeated.
  ...[1041, 1042, 1043, 1044].map((id) => ({
    id,
    categoryId: 2,
    name: 'To be changed',
    price: '2',
  })),
];

/** Account, group, category, product; null is everyone or everything. */
type Scope = readonly [string | null, string | null, number | null, number | null];

const VISIBILITY: readonly (readonly [...Scope, boolean])[] = [
  [null, null, 3, null, false],
  [null, null, null, 1007, false],
  [null, 'gold', null, 1007, true],
  ['Lister', null, 41, null, false],
  [null, null, 2, null, false],
  ['Replayer', null, 2, null, true],
  ['Plain', null, null, 1024, false],
];

const PERCENTAGES: readonly (readonly [...Scope, string])[] = [
  [null, 'gold', null, null, '10'],
  [null, 'gold', 11, null, '20'],
  ['متجر 🎮 "خاص"', null, 4, null, '-12.345678'],
];

const FIXED_PRICES: readonly (readonly [...Scope, string])[] = [
  [null, 'gold', null, 1002, '0.00005'],
  ['متجر 🎮 "خاص"', null, null, 1001, '0.000000000000000007'],
];

/** Inserts the catalog with the rules of some accounts, which must exist. */
export async function insertCatalog(shop: TestShop): Promise<void> {
  for (const row of CATEGORIES) await shop.category(row);
  for (const row of PRODUCTS) await shop.product(row);
  await shop.db.query('UPDATE products SET deleted_at = now() WHERE id = 1008');
  await shop.db.query('UPDATE categories SET deleted_at = now() WHERE id = 5');
  await insertRules(shop, 'visibility_rules', 'visible', VISIBILITY);
  await insertRules(shop, 'price_rules', 'percentage', PERCENTAGES);
  await insertRules(shop, 'price_rules', 'fixed_price', FIXED_PRICES);
}

async function insertRules(
  shop: TestShop,
  table: string,
  column: string,
  rules: readonly (readonly unknown[])[],
): Promise<void> {
  for (const rule of rules) {
    await shop.db.query(
      `INSERT INTO ${table} (account_id, group_id, category_id, product_id, ${column})
       VALUES ((SELECT id FROM accounts WHERE name = $1),
               (SELECT id FROM account_groups WHERE name = $2), $3, $4, $5)`,
      [...rule],
    );
  }
}
