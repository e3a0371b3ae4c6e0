/** A column whose values are sealed under SECRET_KEYS. */
export interface EncryptedColumn {
  readonly table: string;
  /** Columns that name a row. */
  readonly key: readonly string[];
  readonly column: string;
  /** SQL for what a value belongs to, as the code that seals it says it. */
  readonly about: string;
  /** A keyed hash of the same text, which changes with the key. */
  readonly hash?: { readonly column: string; readonly purpose: string };
}

/** Every sealed column; a rotation seals them all anew. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  {
    table: 'stock_codes',
    key: ['id'],
    column: 'sealed_code',
    about: `'stock:' || stock`,
    hash: { column: 'code_hash', purpose: 'code' },
  },
  {
    table: 'orders',
    key: ['account_id', 'order_id'],
    column: 'sealed_codes',
    about: `'order:' || account_id || ':' || order_id`,
  },
  {
    table: 'suppliers',
    key: ['id'],
    column: 'sealed_token',
    about: `'supplier:' || name`,
  },
  ...['sealed_secret', 'previous_sealed_secret'].map((column) => ({
    table: 'account_webhooks',
    key: ['account_id'],
    column,
    about: `'webhook:' || account_id`,
  })),
];
