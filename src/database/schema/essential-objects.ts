import type { SchemaObject } from './schema-objects.js';

/** Tables of which every key, check, trigger and unique index counts. */
const TABLES = ['ledger_entries', 'order_keys', 'stock_codes'];

/** Of other tables: no order or purchase twice, no account beyond its credit, no token twice. */
const CONSTRAINTS = [
  'access_tokens_token_hash_key',
  'accounts_balance_is_number',
  'accounts_balance_within_credit',
  'accounts_credit_limit_is_number',
  'accounts_pkey',
  'orders_pkey',
  'supplier_attempts_attempt_uuid_key',
  'supplier_attempts_pkey',
];

/** No two orders have one id. */
const INDEXES = ['orders_order_id_key'];

/** With all triggers that call one: the ledger is chained and append-only, and changes of access and catalog are seen. */
const FUNCTIONS = [
  'chain_ledger_entry()',
  'ledger_entry_hash(bytea, ledger_entries)',
  'note_access_token_change()',
  'note_catalog_change()',
  'raise_access_revision()',
  'refuse_ledger_change()',
];

/** True for what money and revocation rest on: a server refuses to start without it. */
export function isEssential({ kind, table, name, definition }: SchemaObject): boolean {
  switch (kind) {
    case 'constraint':
      return CONSTRAINTS.includes(name) || TABLES.includes(table);
    case 'index':
      return (
        INDEXES.includes(name) ||
        (TABLES.includes(table) && definition.startsWith('CREATE UNIQUE '))
      );
    case 'function':
      return FUNCTIONS.includes(name);
    case 'trigger':
      return TABLES.includes(table) || FUNCTIONS.some((one) => definition.includes(called(one)));
    case 'table':
    case 'column':
      return false;
  }
}

/** The name with its bracket, since arguments of triggers may follow. */
function called(name: string): string {
  return ` ${name.split('(')[0] ?? ''}(`;
}
