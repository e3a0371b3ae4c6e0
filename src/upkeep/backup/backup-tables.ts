/** A table that a backup contains. */
export interface BackupTable {
  readonly name: string;
  /** The migrations insert its only row, so a restore replaces that row. */
  readonly singleRow?: true;
  /** A server writes it by itself, so a restore replaces its rows. */
  readonly replaced?: true;
  /** The column with an identity sequence. */
  readonly identity?: 'id';
  /** The sort order of the rows, if a row depends on the one before. */
  readonly orderedBy?: string;
}

/** All tables of Souk, each after those that it references. */
export const BACKUP_TABLES: readonly BackupTable[] = [
  { name: 'account_groups', identity: 'id' },
  { name: 'accounts', identity: 'id' },
  { name: 'access_tokens', identity: 'id' },
  { name: 'token_spending' },
  { name: 'allowed_ips' },
  { name: 'operators', identity: 'id' },
  { name: 'operator_tokens', identity: 'id' },
  { name: 'operator_filters' },
  { name: 'ledger_entries', orderedBy: 'account_id, sequence' },
  { name: 'maintenance', singleRow: true },
  { name: 'request_forms', singleRow: true },
  { name: 'catalog_settings', singleRow: true },
  { name: 'shop_conventions', singleRow: true },
  { name: 'shop_branding', singleRow: true },
  { name: 'categories', identity: 'id' },
  { name: 'products', identity: 'id' },
  { name: 'visibility_rules', identity: 'id' },
  { name: 'price_rules', identity: 'id' },
  { name: 'access_revision', singleRow: true },
  { name: 'catalog_revision', singleRow: true },
  { name: 'order_keys' },
  { name: 'orders' },
  { name: 'account_events', orderedBy: 'account_id, number' },
  { name: 'erasures', identity: 'id' },
  { name: 'uncommitted_codes' },
  { name: 'signing_keys', replaced: true },
  { name: 'receipts_state', singleRow: true },
  { name: 'history_breaks', identity: 'id', replaced: true },
  { name: 'lost_checkpoints', replaced: true },
  { name: 'witnesses', replaced: true },
  { name: 'fulfillments' },
  { name: 'code_stocks' },
  { name: 'stock_codes', identity: 'id' },
  { name: 'shop_identity', singleRow: true },
  { name: 'suppliers', identity: 'id' },
  { name: 'pictures' },
  { name: 'private_hosts' },
  { name: 'supplier_attempts' },
  { name: 'replaced_purchases' },
  { name: 'unneeded_purchases' },
  { name: 'delivered_codes' },
  { name: 'delivered_supplier_orders' },
  { name: 'repeated_deliveries' },
  { name: 'supplier_markups' },
  { name: 'supplier_categories' },
  { name: 'supplier_products' },
  { name: 'product_costs' },
  { name: 'order_costs' },
  { name: 'audit_entries', identity: 'id' },
  { name: 'item_changes', identity: 'id' },
  { name: 'account_webhooks' },
  { name: 'webhook_failures' },
  { name: 'notification_recipients' },
  { name: 'mail_server' },
  { name: 'failed_events', identity: 'id' },
  { name: 'ordered_listeners', replaced: true },
  { name: 'listener_positions', replaced: true },
  { name: 'restores', identity: 'id' },
  { name: 'extension_faults' },
  { name: 'extension_calls' },
  { name: 'extensions', replaced: true },
];

/** They belong to a database rather than to its shop, or are as large as they can be missed, so no backup contains them. */
const DATABASE_TABLES = [
  'access_token_changes',
  'account_words',
  'admin_requests',
  'audit_targets',
  'catalog_changes',
  'catalog_import_changes',
  'catalog_import_rows',
  'catalog_imports',
  'catalog_words',
  'code_instances',
  'database_history',
  'extension_tasks',
  'instance_clocks',
  'limit_buckets',
  'nightly_backup',
  'notification_conditions',
  'notification_cursors',
  'notification_rounds',
  'operator_attempts',
  'operator_links',
  'operator_sessions',
  'order_refusals',
  'order_search_changes',
  'order_search_keys',
  'order_search_progress',
  'order_search_state',
  'order_search_values',
  'schema_migrations',
  'schema_objects',
  'sentinel_checkpoints',
  'server_tasks',
  'sign_in_state',
  'webhook_messages',
  'witness_trees',
];

/** The names of all tables of Souk. */
export const SOUK_TABLES = [...BACKUP_TABLES.map(({ name }) => name), ...DATABASE_TABLES];
