import type { Difference } from '../../database/schema/schema-differences.js';
import { NOT_NULL, type SchemaObject } from '../../database/schema/schema-objects.js';

const AS_OWNER = 'run as the owner of the tables:';

/** What to do about it, without a full stop. */
export function remedyText(difference: Difference): string {
  const { object, fault } = difference;
  if (fault === 'forbidden') return 'run "souk migrate", which grants it again';
  // The values of a column are lost with it.
  if (object.kind === 'table' || (object.kind === 'column' && fault === 'missing'))
    return 'restore the last good backup into a new database';
  if (object.kind === 'function')
    return `${AS_OWNER} what this query shows: ${definitionOf(object)}`;
  return `${AS_OWNER} ${statementFor(difference)}`;
}

function definitionOf({ name }: SchemaObject): string {
  const literal = name.replaceAll("'", "''");
  return `SELECT object ->> 'definition' FROM schema_objects, jsonb_array_elements(objects) object WHERE object ->> 'name' = '${literal}'`;
}

function statementFor(difference: Difference): string {
  const { object, fault } = difference;
  const { kind, table, name } = object;
  if (fault === 'missing') return creationOf(object);
  if (kind === 'column') return columnStatement(difference);
  if (fault === 'invalid') return `REINDEX INDEX CONCURRENTLY ${name}`;
  if (fault === 'not validated') return `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`;
  if (fault === 'disabled' && kind === 'trigger') {
    return `ALTER TABLE ${table} ENABLE TRIGGER ${name}`;
  }
  // Only a superuser could enable the triggers of a foreign key. Nothing is written between the two statements.
  return `BEGIN; ${dropOf(object)}; ${creationOf(object)}; COMMIT`;
}

function columnStatement({ object, fault }: Difference): string {
  const { table, name, definition } = object;
  const column = `ALTER COLUMN ${name}`;
  if (fault === 'nullable') return `ALTER TABLE ${table} ${column} SET${NOT_NULL}`;
  const isNullable = !definition.endsWith(NOT_NULL);
  const type = isNullable ? definition : definition.slice(0, -NOT_NULL.length);
  const dropped = isNullable ? `, ${column} DROP${NOT_NULL}` : '';
  return `ALTER TABLE ${table} ${column} TYPE ${type}${dropped}`;
}

function dropOf({ kind, table, name }: SchemaObject): string {
  if (kind === 'constraint') return `ALTER TABLE ${table} DROP CONSTRAINT ${name}`;
  return kind === 'index' ? `DROP INDEX ${name}` : `DROP TRIGGER ${name} ON ${table}`;
}

function creationOf({ kind, table, name, definition }: SchemaObject): string {
  // The index of a table in parts is one of all its parts.
  const text = definition.replace(/\s+/g, ' ').replace(' ON ONLY ', ' ON ');
  return kind === 'constraint' ? `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${text}` : text;
}
