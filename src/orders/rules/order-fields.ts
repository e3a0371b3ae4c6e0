import { MAX_FIELD_NAME_CHARACTERS, type AccountField } from '../../catalog/account-field.js';
import { MAX_FIELD_VALUE_CHARACTERS, matchesFieldPattern } from '../../catalog/field-pattern.js';
import { BadParameterError } from '../../common/app-error.js';
import { isPlainDecimal } from '../../common/decimal.js';
import { isSecretName } from '../../common/http/parameters/credential-names.js';
import type { Parameter } from '../../common/http/parameters/flat-parameters.js';
import { canonicalText, normalized, shortList } from '../../common/text.js';
import { findByLaterNames, type NamedParameter } from './later-field-names.js';

/** The most extra parameters of a request. */
const MAX_EXTRAS = 20;
/** Of the name and of the value of an extra parameter. */
const MAX_EXTRA_CHARACTERS = 500;

/** A text has at most four times the UTF-16 units of its normal form; a longer text is refused without normalizing. */
const MAX_NFC_SHRINKAGE = 4;

/** Of a field, in a message. */
const MAX_RULES_CHARACTERS = 500;

/** The parameter in which most clients send the only account field. */
const USUAL_FIELD = 'playerid';

/** The parameters of a request, split into the account fields of a product and others. */
export interface OrderFields {
  /** Canonical name and value (trimmed, NFC) of every field that was sent. */
  readonly values: ReadonlyMap<string, string>;
  /** Names of the fields that were sent with different values. */
  readonly ambiguous: ReadonlySet<string>;
  /** The same fields with the caller's names and spelling. */
  readonly sent: readonly Parameter[];
  readonly extras: readonly Parameter[];
}

/** Parameters by their normalized names. */
interface ParametersByName {
  readonly exactly: ReadonlyMap<string, readonly NamedParameter[]>;
  readonly inLowerCase: ReadonlyMap<string, readonly NamedParameter[]>;
}

/**
 * Finds each account field among the parameters: by its exact name, else in any letter case, else with underscores
 * for spaces. If exactly one field is required, `playerId` fills it. What is missing then is found by later names.
 * Extra parameters named like a secret are dropped.
 * @param otherForms whether the later names are those of this release, or only those that an earlier one knows.
 * @throws BadParameterError (114) when one of the first names is sent twice.
 */
export function matchFields(
  schema: readonly AccountField[],
  parameters: readonly Parameter[],
  otherForms: boolean,
): OrderFields {
  const named = namedParameters(parameters);
  const found = findByFirstNames(schema, named);
  const missing = schema.filter((field) => !found.has(field));
  if (missing.length > 0) {
    const taken = new Set([...found.values()].flat());
    const free = named.filter((each) => !taken.has(each) && each.value !== '');
    const later = findByLaterNames(schema, missing, free, otherForms);
    for (const [field, hits] of later) found.set(field, hits);
  }
  const values = new Map<string, string>();
  const ambiguous = new Set<string>();
  const sent = new Set<Parameter>();
  for (const field of schema) {
    const [first, ...others] = found.get(field) ?? [];
    if (!first) continue;
    const { value } = first;
    if (others.some((other) => other.value !== value)) ambiguous.add(field.name);
    else values.set(field.name, value);
    sent.add(first.parameter);
  }
  const others = parameters.filter((parameter) => !sent.has(parameter));
  const extras = others.filter(([name]) => !isSecretName(name));
  return { values, ambiguous, sent: [...sent], extras };
}

/** @throws BadParameterError (114) that names the first missing or malformed field, or a parameter that is too long */
export function assertFieldsComplete(schema: readonly AccountField[], fields: OrderFields): void {
  for (const field of schema) {
    const value = fields.values.get(field.name);
    if (fields.ambiguous.has(field.name)) {
      throw new BadParameterError(`Different values for parameter: ${field.name}`);
    }
    if (value !== undefined) assertValue(field, value);
    else if (field.required) {
      throw new BadParameterError(
        `Required parameter missing: ${field.name}${inBrackets(rulesOf(field))}`,
      );
    }
  }
  if (fields.extras.length > MAX_EXTRAS) {
    throw new BadParameterError(`At most ${MAX_EXTRAS} extra parameters are allowed`);
  }
  const long = fields.extras.find((texts) =>
    texts.some((text) => text.length > MAX_EXTRA_CHARACTERS),
  );
  if (long) throw new BadParameterError(`Parameter too long: ${long[0].slice(0, 100)}`);
}

/** Whether an earlier order has this value of a field; undefined for a field that was not sent. */
export type EarlierValue = (name: string, value: string | undefined) => boolean;

/** By values that are known. */
export const hasValues =
  (earlier: Readonly<Record<string, string>>): EarlierValue =>
  (name, value) =>
    value === earlier[name];

/**
 * True when each required field has the value of an earlier order in one of the readings at least, by the schema that is
 * stored with that order.
 */
export function sameRequiredValues(
  schema: readonly AccountField[],
  isEarlier: EarlierValue,
  readings: readonly OrderFields[],
): boolean {
  return schema
    .filter(({ required }) => required)
    .every(({ name }) => readings.some(({ values }) => isEarlier(name, values.get(name))));
}

function namedParameters(parameters: readonly Parameter[]): NamedParameter[] {
  const longest = MAX_FIELD_NAME_CHARACTERS * MAX_NFC_SHRINKAGE;
  return parameters
    .filter(([name]) => name.length <= longest)
    .map((parameter) => {
      const [name, value] = parameter;
      return { name: normalized(name), value: canonicalValue(value), parameter };
    });
}

/** @throws BadParameterError (114) when a name is sent twice. */
function findByFirstNames(
  schema: readonly AccountField[],
  parameters: readonly NamedParameter[],
): Map<AccountField, readonly NamedParameter[]> {
  const named: ParametersByName = {
    exactly: Map.groupBy(parameters, ({ name }) => name),
    inLowerCase: Map.groupBy(parameters, ({ name }) => name.toLowerCase()),
  };
  const usual = usualField(schema);
  const found = new Map<AccountField, readonly NamedParameter[]>();
  for (const field of schema) {
    const parameter = parameterFor(field, named, field === usual);
    if (parameter && parameter.value !== '') found.set(field, [parameter]);
  }
  return found;
}

/** The field that `playerId` fills; undefined if a field has that name, or if not exactly one is required. */
function usualField(schema: readonly AccountField[]): AccountField | undefined {
  if (schema.some(({ name }) => name.toLowerCase() === USUAL_FIELD)) return undefined;
  const required = schema.filter((field) => field.required);
  return required.length === 1 ? required[0] : undefined;
}

function parameterFor(
  { name }: AccountField,
  { exactly, inLowerCase }: ParametersByName,
  isUsual: boolean,
): NamedParameter | undefined {
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

/** A value that is certainly too long is not normalized. */
function canonicalValue(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > MAX_FIELD_VALUE_CHARACTERS * MAX_NFC_SHRINKAGE
    ? trimmed
    : canonicalText(trimmed);
}

function assertValue(field: AccountField, value: string): void {
  const { name, type, pattern, options } = field;
  const isShort = value.length <= MAX_FIELD_VALUE_CHARACTERS;
  const isValid =
    isShort &&
    (type !== 'number' || isPlainDecimal(value)) &&
    (options === undefined || options.includes(value)) &&
    (pattern === undefined || matchesFieldPattern(pattern, value));
  if (isValid) return;
  const rules = isShort ? rulesOf(field) : [`at most ${MAX_FIELD_VALUE_CHARACTERS} characters`];
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
  return rules.length === 0 ? '' : ` (${rules.join('; ').slice(0, MAX_RULES_CHARACTERS)})`;
}
