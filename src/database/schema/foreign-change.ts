import { objectText } from './difference-text.js';
import { keyOf, type LiveObject, type SchemaObject } from './schema-objects.js';

/** A trigger that cannot change the row which it is called for. */
const TRIGGER_AFTER = /^CREATE (?:CONSTRAINT )?TRIGGER \S+ AFTER /;
const REFERENCE = /^FOREIGN KEY .* REFERENCES (?:public\.)?(\w+\(\w+\))/;
/** What extensions may reference besides their own tables. */
const REFERENCED = ['accounts(id)', 'products(id)'];

interface Schema {
  /** Of all names of the extension. */
  readonly prefix: string;
  /** What its migrations have made before. */
  readonly listed: readonly SchemaObject[];
}

/**
 * What a migration of an extension has changed although it is not the extension's own, such as `changes the column note of
 * accounts`; undefined if there is nothing of the kind.
 */
export function foreignChange(
  { prefix, listed }: Schema,
  before: readonly LiveObject[],
  after: readonly LiveObject[],
): string | undefined {
  const own = new Set(listed.map(keyOf));
  const then = new Map(before.map((object) => [keyOf(object), object]));
  const now = new Map(after.map((object) => [keyOf(object), object]));
  for (const [key, object] of new Map([...then, ...now])) {
    const [former, present] = [then.get(key), now.get(key)];
    if (former?.definition === present?.definition && former?.fault === present?.fault) continue;
    if (own.has(key) || isOwn(object, prefix)) {
      if (!present || mayReference(present, prefix)) continue;
    } else if (!former && isOwnTrigger(object, prefix)) continue;
    const change = former ? 'changes' : 'adds';
    return `${present ? change : 'drops'} ${objectText(object)}`;
  }
  return undefined;
}

/** Of a table its parts, too. */
function isOwn({ kind, table, name }: SchemaObject, prefix: string): boolean {
  return (kind === 'function' ? name : table).startsWith(prefix);
}

/** On another table. */
function isOwnTrigger({ kind, name, definition }: SchemaObject, prefix: string): boolean {
  return kind === 'trigger' && name.startsWith(prefix) && TRIGGER_AFTER.test(definition);
}

function mayReference({ definition }: SchemaObject, prefix: string): boolean {
  const [, referenced] = REFERENCE.exec(definition) ?? [];
  return (
    referenced === undefined || referenced.startsWith(prefix) || REFERENCED.includes(referenced)
  );
}
