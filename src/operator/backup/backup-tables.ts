/** A table of the shop, as a backup holds it. */
export interface BackupTable {
  readonly name: string;
  /** Its one row is made by the migrations, so a restore replaces it instead of adding one. */
  readonly singleRow?: true;
  /** The column that an identity sequence fills. */
  readonly identity?: 'id';
  /** Columns by which the rows have to come, where each builds on the one before. */
  readonly orderedBy?: string;
}

/** Every table, each after those it refers to. */
export const BACKUP_TABLES: readonly BackupTable[] = [
  { name: 'account_groups', identity: 'id' },
  { name: 'accounts', identity: 'id' },
  { name: 'access_tokens', identity: 'id' },
  { name: 'allowed_ips' },
  { name: 'ledger_entries', orderedBy: 'account_id, sequence' },
  { name: 'maintenance', singleRow: true },
  { name: 'categories', identity: 'id' },
  { name: 'products', identity: 'id' },
  { name: 'visibility_rules', identity: 'id' },
  { name: 'price_rules', identity: 'id' },
  { name: 'access_revision', singleRow: true },
  { name: 'catalog_revision', singleRow: true },
  { name: 'order_keys' },
  { name: 'orders' },
  { name: 'fulfillments' },
  { name: 'code_stocks' },
  { name: 'stock_codes', identity: 'id' },
  { name: 'shop_identity', singleRow: true },
  { name: 'suppliers', identity: 'id' },
  { name: 'supplier_attempts' },
  { name: 'supplier_markups' },
  { name: 'supplier_categories' },
  { name: 'supplier_products' },
  { name: 'audit_entries', identity: 'id' },
  { name: 'account_webhooks' },
  { name: 'webhook_failures' },
];

/** Tables that must be empty before a restore. */
export const SHOP_TABLES = BACKUP_TABLES.filter(({ singleRow }) => singleRow !== true);
