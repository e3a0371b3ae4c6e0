import type { Difference } from '../../database/schema/schema-differences.js';
import type { SchemaObject } from '../../database/schema/schema-objects.js';

const AS_OWNER = 'run as the owner of the tables:';

/** What to do about it, without a full stop. */
export function remedyText(difference: Difference): string {
  const { object, fault } = difference;
  if (fault === 'forbidden') return 'run "souk migrate", which grants it again';
  if (object.kind === 'table') return 'restore the last good backup into a new database';
  if (object.kind === 'function')
    return `${AS_OWNER} what this query shows: ${definitionOf(object)}`;
  return `${AS_OWNER} ${statementFor(difference)}`;
}

function definitionOf({ name }: SchemaObject): string {
  const literal = name.replaceAll("'", "''");
  return `SELECT object ->> 'definition' FROM schema_objects, jsonb_array_elements(objects) object WHERE object ->> 'name' = '${literal}'`;
}

function statementFor({ object, fault }: Difference): string {
  const { kind, table, name } = object;
  if (fault === 'missing') return creationOf(object);
  if (fault === 'invalid') return `REINDEX INDEX CONCURRENTLY ${name}`;
  if (fault === 'not validated') return `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`;
  if (fault === 'disabled' && kind === 'trigger') {
    return `ALTER TABLE ${table} ENABLE TRIGGER ${name}`;
  }
  // Only a superuser could enable the triggers of a foreign key. Nothing is written between the two statements.
  return `BEGIN; ${dropOf(object)}; ${creationOf(object)}; COMMIT`;
}

function dropOf({ kind, table, name }: SchemaObject): string {
  if (kind === 'constraint') return `ALTER TABLE ${table} DROP CONSTRAINT ${name}`;
  return kind === 'index' ? `DROP INDEX ${name}` : `DROP TRIGGER ${name} ON ${table}`;
}

function creationOf({ kind, table, name, definition }: SchemaObject): string {
  const text = definition.replace(/\s+/g, ' ');
  return kind === 'constraint' ? `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${text}` : text;
}
