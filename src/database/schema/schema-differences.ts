import { keyOf, NOT_NULL, type LiveObject, type SchemaObject } from './schema-objects.js';

/** An object that must be there, and what is wrong with it. */
export interface Difference {
  readonly object: SchemaObject;
  readonly fault: 'missing' | 'changed' | 'nullable' | NonNullable<LiveObject['fault']>;
  /** What the application may not do with the table. */
  readonly lacking: readonly string[];
}

/** What of a list is missing, changed or out of action, in the order of the list. */
export function schemaDifferences(
  listed: readonly SchemaObject[],
  live: readonly LiveObject[],
): Difference[] {
  const present = new Map(live.map((object) => [keyOf(object), object]));
  const tables = new Set(live.map(({ table }) => table));
  return listed.flatMap((object) => {
    // That the whole table is missing says enough.
    if (object.kind === 'column' && !tables.has(object.table)) return [];
    const found = present.get(keyOf(object));
    const lacking = found ? lackingPrivileges(object, found) : [];
    const fault = found ? faultOf(object, found, lacking) : 'missing';
    return fault === null ? [] : [{ object, fault, lacking }];
  });
}

/** What is there and in no list: an operator's own, or of an extension that is not loaded. */
export function unlistedObjects(
  listed: readonly SchemaObject[],
  live: readonly LiveObject[],
): LiveObject[] {
  const keys = new Set(listed.map(keyOf));
  return live.filter((object) => !keys.has(keyOf(object)));
}

function faultOf(
  object: SchemaObject,
  live: LiveObject,
  lacking: readonly string[],
): Difference['fault'] | null {
  if (object.kind === 'table') return lacking.length > 0 ? 'forbidden' : null;
  if (comparable(object) !== comparable(live)) {
    return object.definition === `${live.definition}${NOT_NULL}` ? 'nullable' : 'changed';
  }
  const isNeverValidated = object.definition.endsWith(NOT_VALID);
  return live.fault === 'not validated' && isNeverValidated ? null : live.fault;
}

function lackingPrivileges(object: SchemaObject, live: LiveObject): string[] {
  if (object.kind !== 'table') return [];
  const held = live.definition.split(', ');
  return object.definition.split(', ').filter((privilege) => !held.includes(privilege));
}

const NOT_VALID = ' NOT VALID';
const SCHEMA = /\bpublic\./g;
const WHITESPACE = /\s+/g;
const BRACKETS = /[()]/g;
const CASTS =
  /::(?:timestamp with time zone|double precision|character varying|\w+)(?:\([\d,]+\))?(?:\[\])?/g;
/** Settings of an index or key, which operators tune. */
const STORAGE = / WITH \([^()]*\)/;

/**
 * Without what does not matter: the schema, which is written or not by the search path; brackets and casts, which an export
 * and import by PostgreSQL may add; settings of storage. The body of a function is compared as it is.
 */
function comparable({ kind, definition }: SchemaObject): string {
  const text = definition.replace(SCHEMA, '');
  if (kind === 'function') return text.replace(WHITESPACE, ' ');
  const validated = text.endsWith(NOT_VALID) ? text.slice(0, -NOT_VALID.length) : text;
  return validated
    .replace(STORAGE, '')
    .replace(CASTS, '')
    .replace(BRACKETS, '')
    .replace(WHITESPACE, ' ');
}
