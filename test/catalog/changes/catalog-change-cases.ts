/** The items of a case are named in statements, such as `:inner`, and in answers. */
export interface NamedChanges {
  readonly full: boolean;
  readonly categories: readonly string[];
  readonly products: readonly string[];
  readonly removed_categories: readonly string[] | undefined;
  readonly removed_products: readonly string[] | undefined;
}

/** What a client that follows the catalog is answered after a change. */
export interface CatalogChange {
  /** What was done before the client has followed. */
  readonly before?: readonly string[];
  readonly change: readonly string[];
  readonly answer: Partial<NamedChanges>;
}

const NEW_PRODUCT = `INSERT INTO products (id, category_id, name, price, product_type, fields, fulfillment)
  VALUES (:unused, :games, 'New', 1, 'amount', '[]', '[]')`;
const HIDE_INNER = 'INSERT INTO visibility_rules (category_id, visible) VALUES (:inner, false)';
const SHOW_HIDDEN = 'DELETE FROM visibility_rules WHERE category_id = :hidden';
const RULES = [
  'INSERT INTO price_rules (group_id, percentage) VALUES (:group, 50)',
  'INSERT INTO price_rules (group_id, category_id, percentage) VALUES (:group, :inner, 100)',
  'INSERT INTO price_rules (account_id, product_id, fixed_price) VALUES (:account, :inInner, 7)',
] as const;
const ALL = ['inGames', 'inInner', 'alsoInInner', 'inOther'];

export const CATALOG_CHANGES: readonly (readonly [string, CatalogChange])[] = [
  [
    'a price',
    {
      change: ['UPDATE products SET price = 2 WHERE id = :inGames'],
      answer: { products: ['inGames'] },
    },
  ],
  [
    'a name of a category',
    {
      change: ["UPDATE categories SET name = 'New' WHERE id = :games"],
      answer: { categories: ['games'], products: ['inGames'] },
    },
  ],
  [
    'a fulfillment, which nobody sees',
    {
      change: [
        `UPDATE products SET fulfillment = '[{"handler":"codes","settings":{}}]' WHERE id = :inGames`,
      ],
      answer: {},
    },
  ],
  [
    'a position',
    {
      change: [
        'UPDATE products SET position = 5 WHERE id = :inInner',
        'UPDATE categories SET position = 5 WHERE id = :games',
      ],
      answer: {},
    },
  ],
  [
    'a product that is hidden',
    { change: ['UPDATE products SET price = 3 WHERE id = :inHidden'], answer: {} },
  ],
  [
    'a price and back',
    {
      change: [
        'UPDATE products SET price = 5 WHERE id = :inOther',
        'UPDATE products SET price = 1.000000000000000001 WHERE id = :inOther',
      ],
      answer: {},
    },
  ],
  [
    'a category that moves',
    {
      change: ['UPDATE categories SET parent_id = :other WHERE id = :inner'],
      answer: { categories: ['inner'] },
    },
  ],
  [
    'a category that moves into a hidden one',
    {
      change: ['UPDATE categories SET parent_id = :hidden WHERE id = :inner'],
      answer: { removed_categories: ['inner'], removed_products: ['inInner', 'alsoInInner'] },
    },
  ],
  [
    'and back to the root',
    {
      before: ['UPDATE categories SET parent_id = :hidden WHERE id = :inner'],
      change: ['UPDATE categories SET parent_id = NULL WHERE id = :inner'],
      answer: { categories: ['inner'], products: ['inInner', 'alsoInInner'] },
    },
  ],
  [
    'a soft deletion',
    {
      change: ['UPDATE products SET deleted_at = now() WHERE id = :inInner'],
      answer: { removed_products: ['inInner'] },
    },
  ],
  [
    'and the restored item',
    {
      before: ['UPDATE products SET deleted_at = now() WHERE id = :inInner'],
      change: ['UPDATE products SET deleted_at = NULL WHERE id = :inInner'],
      answer: { products: ['inInner'] },
    },
  ],
  [
    'a deleted category',
    {
      change: ['UPDATE categories SET deleted_at = now() WHERE id = :other'],
      answer: { removed_categories: ['other'], removed_products: ['inOther'] },
    },
  ],
  [
    'and the restored one',
    {
      before: ['UPDATE categories SET deleted_at = now() WHERE id = :other'],
      change: ['UPDATE categories SET deleted_at = NULL WHERE id = :other'],
      answer: { categories: ['other'], products: ['inOther'] },
    },
  ],
  [
    'a product that is switched off',
    {
      change: ['UPDATE products SET available = false WHERE id = :inOther'],
      answer: { removed_products: ['inOther'] },
    },
  ],
  ['a new product', { change: [NEW_PRODUCT], answer: { products: ['unused'] } }],
  [
    'a product that came and went',
    { change: [NEW_PRODUCT, 'DELETE FROM products WHERE id = :unused'], answer: {} },
  ],
  [
    'a deleted row',
    {
      before: [NEW_PRODUCT],
      change: ['DELETE FROM products WHERE id = :unused'],
      answer: { removed_products: ['unused'] },
    },
  ],
  [
    'a product with another id',
    {
      change: ['UPDATE products SET id = :unused WHERE id = :alsoInInner'],
      answer: { products: ['unused'], removed_products: ['alsoInInner'] },
    },
  ],
  ['a rule of the group on all', { change: [RULES[0]], answer: { products: ALL } }],
  [
    'a rule of the group on a category',
    {
      before: [RULES[0]],
      change: [RULES[1]],
      answer: { products: ['inInner', 'alsoInInner'] },
    },
  ],
  [
    'a rule of the account on a product',
    {
      before: RULES.slice(0, 2),
      change: [RULES[2]],
      answer: { products: ['inInner'] },
    },
  ],
  [
    'rules that end',
    {
      before: RULES,
      change: ['DELETE FROM price_rules WHERE group_id = :group OR account_id = :account'],
      answer: { products: ALL },
    },
  ],
  [
    'a category that a rule hides',
    {
      change: [HIDE_INNER],
      answer: { removed_categories: ['inner'], removed_products: ['inInner', 'alsoInInner'] },
    },
  ],
  [
    'and shows to the account',
    {
      before: [HIDE_INNER],
      change: [
        'INSERT INTO visibility_rules (account_id, category_id, visible) VALUES (:account, :inner, true)',
      ],
      answer: { categories: ['inner'], products: ['inInner', 'alsoInInner'] },
    },
  ],
  [
    'a hidden one that is shown',
    { change: [SHOW_HIDDEN], answer: { categories: ['hidden'], products: ['inHidden'] } },
  ],
  [
    'a testing category',
    {
      before: [SHOW_HIDDEN],
      change: ['UPDATE categories SET testing_only = true WHERE id = :hidden'],
      answer: { removed_categories: ['hidden'], removed_products: ['inHidden'] },
    },
  ],
];
