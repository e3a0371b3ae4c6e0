/** A column whose values are encrypted under SECRET_KEYS. */
export interface EncryptedColumn {
  readonly table: string;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  readonly column: string;
  /** SQL for the text that binds a value to its row; the same as in the code that encrypts it. */
  readonly about: string;
  /** The column of a keyed hash of the same text; the hash depends on the key too. */
  readonly hash?: { readonly column: string; readonly purpose: string };
}

/** All encrypted columns; a rotation encrypts them anew. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  {
    table: 'stock_codes',
    key: ['id'],
    column: 'sealed_code',
    about: `'stock:' || stock`,
    hash: { column: 'code_hash', purpose: 'code' },
  },
  ...['sealed_codes', 'sealed_code_salts', 'sealed_field_hashes'].map((column) => ({
    table: 'orders',
    key: ['account_id', 'order_id'],
    column,
    about: `'order:' || account_id || ':' || order_id`,
  })),
  {
    table: 'repeated_deliveries',
    key: ['account_id', 'order_id'],
    column: 'sealed_codes',
    about: `'order:' || account_id || ':' || order_id`,
  },
  {
    table: 'erasures',
    key: ['id'],
    column: 'sealed_value',
    about: `'erasure:' || id`,
  },
  {
    table: 'suppliers',
    key: ['id'],
    column: 'sealed_token',
    about: `'supplier:' || name`,
  },
  {
    table: 'operators',
    key: ['id'],
    column: 'sealed_totp_secret',
    about: `'operator-totp:' || id`,
  },
  ...['sealed_secret', 'previous_sealed_secret'].map((column) => ({
    table: 'account_webhooks',
    key: ['account_id'],
    column,
    about: `'webhook:' || account_id`,
  })),
  {
    table: 'notification_recipients',
    key: ['name'],
    column: 'sealed_secret',
    about: `'notification:' || name`,
  },
  {
    table: 'mail_server',
    key: ['id'],
    column: 'sealed_password',
    about: `'mail-server:' || id`,
  },
  {
    table: 'signing_keys',
    key: ['fingerprint'],
    column: 'sealed_private_key',
    about: `'signing-key:' || fingerprint`,
  },
];
