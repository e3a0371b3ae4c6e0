import { LONGEST_FIELD_NAME_CHARACTERS, type AccountField } from '../../catalog/account-field.js';
import {
  LONGEST_FIELD_VALUE_CHARACTERS,
  matchesFieldPattern,
} from '../../catalog/field-pattern.js';
import { BadParameterError } from '../../common/app-error.js';
import { isPlainDecimal } from '../../common/decimal.js';
import { isSecretName } from '../../common/http/parameters/credential-names.js';
import type { Parameter } from '../../common/http/parameters/flat-parameters.js';
import { canonicalText, normalized, shortList } from '../../common/text.js';

/** The most extra parameters of a request. */
const MOST_EXTRAS = 20;
/** Of the name and of the value of an extra parameter. */
const LONGEST_EXTRA_CHARACTERS = 500;

/** A text has at most four times the UTF-16 units of its normal form; a longer text is refused without normalizing. */
const LARGEST_SPELLING = 4;

/** Of a field, in a message. */
const LONGEST_RULES_CHARACTERS = 500;

/** The parameter in which most clients send the only account field. */
const USUAL_FIELD = 'playerid';

/** The parameters of a request, split into the account fields of a product and others. */
export interface OrderFields {
  /** Canonical name and value (trimmed, NFC) of every field that was sent. */
  readonly values: ReadonlyMap<string, string>;
  /** The same fields with the caller's names and spelling. */
  readonly sent: readonly Parameter[];
  readonly extras: readonly Parameter[];
}

/** Parameters by their normalized names. */
interface NamedParameters {
  readonly exactly: ReadonlyMap<string, readonly Parameter[]>;
  readonly inLowerCase: ReadonlyMap<string, readonly Parameter[]>;
}

/**
 * Finds each account field among the parameters: by its exact name, else in any letter case, else with underscores
 * for spaces. If exactly one field is required, `playerId` fills it. Extra parameters named like a secret are dropped.
 * @throws BadParameterError (114) when a field is sent twice.
 */
export function matchFields(
  schema: readonly AccountField[],
  parameters: readonly Parameter[],
): OrderFields {
  const values = new Map<string, string>();
  const sent = new Set<Parameter>();
  const named = byName(parameters);
  const usual = usualField(schema);
  for (const field of schema) {
    const parameter = parameterFor(field, named, field === usual);
    const value = parameter && fieldValue(parameter[1]);
    if (!parameter || value === undefined || value === '') continue;
    values.set(field.name, value);
    sent.add(parameter);
  }
  const others = parameters.filter((parameter) => !sent.has(parameter));
  return { values, sent: [...sent], extras: others.filter(([name]) => !isSecretName(name)) };
}

/** @throws BadParameterError (114) that names the first missing or malformed field, or a parameter that is too long */
export function assertFieldsComplete(schema: readonly AccountField[], fields: OrderFields): void {
  for (const field of schema) {
    const value = fields.values.get(field.name);
    if (value !== undefined) assertValue(field, value);
    else if (field.required) {
      throw new BadParameterError(
        `Required parameter missing: ${field.name}${inBrackets(rulesOf(field))}`,
      );
    }
  }
  if (fields.extras.length > MOST_EXTRAS) {
    throw new BadParameterError(`At most ${MOST_EXTRAS} extra parameters are allowed`);
  }
  const long = fields.extras.find((texts) =>
    texts.some((text) => text.length > LONGEST_EXTRA_CHARACTERS),
  );
  if (long) throw new BadParameterError(`Parameter too long: ${long[0].slice(0, 100)}`);
}

/** True when all required fields have the values of an earlier order, by the schema that is stored with that order. */
export function sameRequiredValues(
  schema: readonly AccountField[],
  earlier: Readonly<Record<string, string>>,
  fields: OrderFields,
): boolean {
  return schema
    .filter(({ required }) => required)
    .every(({ name }) => fields.values.get(name) === earlier[name]);
}

function byName(parameters: readonly Parameter[]): NamedParameters {
  const longest = LONGEST_FIELD_NAME_CHARACTERS * LARGEST_SPELLING;
  const possible = parameters
    .filter(([name]) => name.length <= longest)
    .map((parameter) => ({ name: normalized(parameter[0]), parameter }));
  return {
    exactly: grouped(possible),
    inLowerCase: grouped(
      possible.map(({ name, parameter }) => ({ name: name.toLowerCase(), parameter })),
    ),
  };
}

function grouped(
  named: readonly { readonly name: string; readonly parameter: Parameter }[],
): Map<string, Parameter[]> {
  const groups = new Map<string, Parameter[]>();
  for (const { name, parameter } of named) {
    const group = groups.get(name);
    if (group) group.push(parameter);
    else groups.set(name, [parameter]);
  }
  return groups;
}

/** The field that `playerId` fills; undefined if a field has that name, or if not exactly one is required. */
function usualField(schema: readonly AccountField[]): AccountField | undefined {
  if (schema.some(({ name }) => name.toLowerCase() === USUAL_FIELD)) return undefined;
  const required = schema.filter((field) => field.required);
  return required.length === 1 ? required[0] : undefined;
}

function parameterFor(
  { name }: AccountField,
  { exactly, inLowerCase }: NamedParameters,
  isUsual: boolean,
): Parameter | undefined {
  const lower = name.toLowerCase();
  const ways = [
    exactly.get(name),
    inLowerCase.get(lower),
    inLowerCase.get(lower.replaceAll(' ', '_')),
    isUsual ? inLowerCase.get(USUAL_FIELD) : undefined,
  ];
  const found = ways.find((parameters) => parameters !== undefined);
  if (found && found.length > 1) throw new BadParameterError(`Parameter repeated: ${name}`);
  return found?.[0];
}

/** The value as it is stored and compared. A value that is certainly too long is not normalized. */
function fieldValue(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > LONGEST_FIELD_VALUE_CHARACTERS * LARGEST_SPELLING
    ? trimmed
    : canonicalText(trimmed);
}

function assertValue(field: AccountField, value: string): void {
  const { name, type, pattern, options } = field;
  const isShort = value.length <= LONGEST_FIELD_VALUE_CHARACTERS;
  const isValid =
    isShort &&
    (type !== 'number' || isPlainDecimal(value)) &&
    (options === undefined || options.includes(value)) &&
    (pattern === undefined || matchesFieldPattern(pattern, value));
  if (isValid) return;
  const rules = isShort ? rulesOf(field) : [`at most ${LONGEST_FIELD_VALUE_CHARACTERS} characters`];
  throw new BadParameterError(`Malformed parameter: ${name}${inBrackets(rules)}`);
}

/** What the value of a field must be, for messages. */
function rulesOf({ type, pattern, options }: AccountField): string[] {
  return [
    ...(type === 'number' ? ['a number'] : []),
    ...(options === undefined ? [] : [`one of ${shortList(options)}`]),
    ...(pattern === undefined ? [] : [`text that matches ${pattern}`]),
  ];
}

function inBrackets(rules: readonly string[]): string {
  return rules.length === 0 ? '' : ` (${rules.join('; ').slice(0, LONGEST_RULES_CHARACTERS)})`;
}
