import { GROUPS } from '../../commands/command-groups.js';
import { PERMISSION_NAMES } from '../../people/permissions/permissions.js';
import { ROLES } from '../../people/permissions/roles.js';
import { isOperatorText } from '../../locales/operator-text.js';
import type { ExtensionOperation, OperatorPermission } from './extension-operation.js';

const NAME = /^[a-z][a-z0-9-]{0,49}$/;
/** No underscore at its end or beside another one: its option in a command has hyphens, which are not read there. */
const FIELD_NAME = /^(?=.{1,50}$)[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
/** In commands, `--no-x` is the opposite of `--x`. */
const NEGATING = 'no_';
/** What doors read themselves. */
const TAKEN_FIELDS = ['confirmed', 'dry_run', 'entity_tag', 'form_key', 'help', 'json'];
/** Commands and permissions of Souk are called so, and entries in the audit begin so. */
const TAKEN = new Set([
  ...GROUPS.map(({ name }) => name),
  ...PERMISSION_NAMES.flatMap((name) => name.split('.').slice(0, 1)),
]);
const MOST_CHARACTERS = 10_000;

interface Declaring {
  readonly name: string;
  readonly permissions?: readonly OperatorPermission[];
  readonly operations?: readonly ExtensionOperation[];
}

type Test = (value: unknown) => boolean;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isName: Test = (value) => typeof value === 'string' && NAME.test(value);
const isTrue: Test = (value) => value === true;
const oneOf =
  (...words: readonly string[]): Test =>
  (value) =>
    words.some((word) => word === value);
const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);

const OPERATION: Readonly<Record<keyof ExtensionOperation, Test>> = {
  name: isName,
  summary: isOperatorText,
  permission: isName,
  target: optional(oneOf('account', 'order', 'product')),
  fields: optional(isObject),
  answer: optional(isObject),
  kind: optional(oneOf('change', 'once', 'outside', 'reading')),
  confirm: optional(isOperatorText),
  run: (value) => typeof value === 'function',
};

const PERMISSION: Readonly<Record<string, Test>> = {
  name: isName,
  text: isOperatorText,
  roles: optional(
    (value) =>
      Array.isArray(value) && value.every(oneOf(...ROLES.filter((one) => one !== 'owner'))),
  ),
};

const FIELD = { kind: isName, label: isOperatorText, optional: optional(isTrue) };
const KINDS: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  text: { ...FIELD, maxCharacters: optional((value) => isWithin(value, 1, MOST_CHARACTERS)) },
  integer: { ...FIELD, min: Number.isSafeInteger, max: Number.isSafeInteger },
  money: { ...FIELD, signed: optional(isTrue) },
  flag: FIELD,
  choice: {
    ...FIELD,
    words: (value) =>
      isObject(value) &&
      Object.keys(value).length > 0 &&
      Object.entries(value).every(([word, text]) => isName(word) && isOperatorText(text)),
  },
};

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

/**
 * What is wrong with the permissions and operations of an extension, after the name of its file; undefined if nothing is.
 * Extensions may be written without types.
 */
export function operationsFault({
  name,
  permissions = [],
  operations = [],
}: Declaring): string | undefined {
  if (permissions.length + operations.length > 0 && TAKEN.has(name)) {
    return `is called "${name}", as commands or permissions of Souk are; give an extension with operations another name`;
  }
  const known = permissions.map((one) => one.name);
  return (
    faultAmong('permission', name, permissions, (one) => memberFault(one, PERMISSION)) ??
    faultAmong('operation', name, operations, (one) => operationFault(one, known))
  );
}

function faultAmong<Item extends { readonly name: string }>(
  kind: string,
  extension: string,
  items: readonly Item[],
  faultOf: (item: Item) => string | undefined,
): string | undefined {
  for (const [at, item] of items.entries()) {
    const isTwice = items.findIndex(({ name }) => name === item.name) < at;
    const fault = isTwice ? 'twice' : faultOf(item);
    if (fault !== undefined) return `declares the ${kind} "${extension} ${item.name}" ${fault}`;
  }
  return undefined;
}

function operationFault(
  operation: ExtensionOperation,
  permissions: readonly string[],
): string | undefined {
  const fault = memberFault(operation, OPERATION);
  if (fault !== undefined) return fault;
  const { permission, target, fields = {}, answer = {} } = operation;
  if (!permissions.includes(permission)) {
    return `with the permission "${permission}", which is not among its "permissions"`;
  }
  if (target !== undefined && Object.hasOwn(fields, target)) {
    return `with the field "${target}", as the audit calls its target; rename it`;
  }
  for (const [name, field] of [...Object.entries(fields), ...Object.entries(answer)]) {
    const wrong = fieldFault(name, field);
    if (wrong !== undefined) return `with the field "${name}" ${wrong}`;
  }
  return undefined;
}

function fieldFault(name: string, field: unknown): string | undefined {
  if (!FIELD_NAME.test(name)) {
    return 'whose name is not made of lower-case letters, digits and underscores between them';
  }
  if (TAKEN_FIELDS.includes(name) || name.startsWith(NEGATING))
    return 'whose name has another meaning; rename it';
  const kind = isObject(field) ? String(field.kind) : '';
  const members = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!members || !isObject(field)) return `of no kind; there are ${Object.keys(KINDS).join(', ')}`;
  const fault = memberFault(field, members);
  if (fault !== undefined) return fault;
  return kind === 'integer' && Number(field.min) > Number(field.max)
    ? 'whose "min" is above its "max"'
    : undefined;
}

/** The first member that is not as it must be. */
function memberFault(item: object, members: Readonly<Record<string, Test>>): string | undefined {
  const given = new Map<string, unknown>(Object.entries(item));
  const unknown = [...given.keys()].find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined) {
    return `with an unknown member "${unknown}"; there are ${Object.keys(members).join(', ')}`;
  }
  const wrong = Object.entries(members).find(([name, isValid]) => !isValid(given.get(name)));
  return wrong && `with a member "${wrong[0]}" that is missing or cannot be used`;
}
