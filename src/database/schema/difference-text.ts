import type { Difference } from './schema-differences.js';
import type { SchemaObject } from './schema-objects.js';

/** The words for what is wrong; those of a table name what the application may not do. */
const FAULTS: Readonly<Record<Difference['fault'], string>> = {
  missing: 'is missing',
  changed: 'is another one than the migrations have made',
  nullable: 'is no longer NOT NULL',
  disabled: 'is disabled',
  invalid: 'is invalid',
  'not validated': 'was never validated',
  forbidden: 'may not be used by the role of DATABASE_URL',
};

/** What an object is, and whose: `the primary key order_keys_pkey of order_keys`. */
export function objectText({ kind, table, name, definition }: SchemaObject): string {
  if (kind === 'table' || kind === 'function') return `the ${kind} ${name}`;
  return `the ${kind === 'constraint' ? constraintText(definition) : kind} ${name} of ${table}`;
}

function constraintText(definition: string): string {
  const [word = ''] = /^(?:PRIMARY KEY|FOREIGN KEY|UNIQUE|CHECK)/.exec(definition) ?? [];
  if (word === 'UNIQUE') return 'unique key';
  return word === '' ? 'constraint' : word.toLowerCase();
}

/** What is wrong with an object, without a full stop. */
export function differenceText({ object, fault, lacking }: Difference): string {
  if (lacking.length > 0)
    return `the role of DATABASE_URL may not ${lacking.join(', ')} in ${objectText(object)}`;
  return `${objectText(object)} ${FAULTS[fault]}`;
}
