import { fieldPattern, type AccountField } from '../../catalog/account-field.js';
import { BadParameterError } from '../../common/app-error.js';
import { matchesBounded } from '../../common/bounded-match.js';
import { isPlainDecimal } from '../../common/decimal.js';
import type { Parameter } from '../../common/http/parameters/flat-parameters.js';
import { canonicalText } from '../../common/text.js';

/** Extra parameters of a request that are kept for the operator. */
const EXTRA_LIMIT = 20;
/** Characters of a field or extra parameter, name and value each. */
export const TEXT_LIMIT = 500;

/** The name under which most clients send the only field there is. */
const USUAL_FIELD = 'playerid';

/** A request's parameters sorted by what they are for this product. */
export interface OrderFields {
  /** Canonical name and value (trimmed, NFC) of every field that was sent. */
  readonly values: ReadonlyMap<string, string>;
  /** The same fields as the caller named and wrote them. */
  readonly sent: readonly Parameter[];
  readonly extras: readonly Parameter[];
}

/**
 * Finds each account field among the parameters: by its exact name, else in any letter case, else with underscores
 * for spaces; and where exactly one field is required, `playerId` fills it.
 * @throws BadParameterError (114) when a field is sent twice.
 */
export function matchFields(
  schema: readonly AccountField[],
  parameters: readonly Parameter[],
): OrderFields {
  const values = new Map<string, string>();
  const sent: Parameter[] = [];
  for (const field of schema) {
    const parameter = parameterFor(field, schema, parameters);
    if (!parameter || canonicalText(parameter[1]) === '') continue;
    values.set(field.name, canonicalText(parameter[1]));
    sent.push(parameter);
  }
  return { values, sent, extras: parameters.filter((parameter) => !sent.includes(parameter)) };
}

/** @throws BadParameterError (114) that names the first field or parameter that will not do. */
export function assertFieldsComplete(schema: readonly AccountField[], fields: OrderFields): void {
  for (const field of schema) {
    const value = fields.values.get(field.name);
    if (value !== undefined) assertValue(field, value);
    else if (field.required) {
      throw new BadParameterError(`Required parameter missing: ${field.name}`);
    }
  }
  if (fields.extras.length > EXTRA_LIMIT) {
    throw new BadParameterError(`At most ${EXTRA_LIMIT} extra parameters are allowed`);
  }
  const long = fields.extras.find((texts) => texts.some((text) => text.length > TEXT_LIMIT));
  if (long) throw new BadParameterError(`Parameter too long: ${long[0].slice(0, 100)}`);
}

/** True when the values of all required fields are those of an earlier order, by that order's own schema. */
export function sameRequiredValues(
  schema: readonly AccountField[],
  earlier: Readonly<Record<string, string>>,
  fields: OrderFields,
): boolean {
  return schema
    .filter(({ required }) => required)
    .every(({ name }) => fields.values.get(name) === earlier[name]);
}

function parameterFor(
  field: AccountField,
  schema: readonly AccountField[],
  parameters: readonly Parameter[],
): Parameter | undefined {
  const lower = field.name.toLowerCase();
  const underscored = lower.replaceAll(' ', '_');
  const ways: ((name: string) => boolean)[] = [
    (name) => name === field.name,
    (name) => name.toLowerCase() === lower,
    (name) => name.toLowerCase() === underscored,
  ];
  const required = schema.filter((candidate) => candidate.required);
  const taken = schema.some(({ name }) => name.toLowerCase() === USUAL_FIELD);
  if (field.required && required.length === 1 && !taken) {
    ways.push((name) => name.toLowerCase() === USUAL_FIELD);
  }
  for (const matches of ways) {
    const found = parameters.filter(([name]) => matches(name.normalize('NFC')));
    if (found.length > 1) throw new BadParameterError(`Parameter repeated: ${field.name}`);
    if (found[0]) return found[0];
  }
  return undefined;
}

function assertValue({ name, type, pattern, options }: AccountField, value: string): void {
  const good =
    value.length <= TEXT_LIMIT &&
    (type !== 'number' || isPlainDecimal(value)) &&
    (options === undefined || options.includes(value)) &&
    (pattern === undefined || matchesBounded(fieldPattern(pattern), value));
  if (!good) throw new BadParameterError(`Malformed parameter: ${name}`);
}
