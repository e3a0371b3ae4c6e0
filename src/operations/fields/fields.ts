import { utcTime } from '../../books/utc-time.js';
import { isPlainDecimal } from '../../common/decimal.js';
import { isIpRange } from '../../common/ip-range.js';
import { messageKey, type MessageKey } from '../../common/sentence.js';
import { fitsMoney } from '../../common/money.js';
import { isStorableText } from '../../common/text.js';
import { describeField, type FieldCheck } from './described-field.js';

interface FieldOptions {
  readonly description?: string;
  readonly example?: unknown;
  /** The field may be left out. */
  readonly optional?: boolean;
  /** The field may be null. */
  readonly nullable?: boolean;
  /** What it is called in a command, where that is not its name with hyphens. */
  readonly flag?: string;
  /** The same for a boolean that is typed as `on` or `off`. */
  readonly option?: string;
  /** What is typed in a command for null; `default` if left out. */
  readonly nullWord?: string;
  /** False if commands do not have it. */
  readonly isTyped?: false;
  /** A text that is a number. */
  readonly isDecimal?: true;
  /** The audit does not tell its value. */
  readonly isSecret?: true;
}

/** Describes a field of a request and checks it, by one check, so that a wrong field has one entry in the answer. */
function field(
  check: FieldCheck,
  schema: Readonly<Record<string, unknown>>,
  { description, example, optional = false, nullable = false, ...command }: FieldOptions,
): PropertyDecorator {
  return describeField({
    schema: {
      ...schema,
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      ...(nullable && { nullable }),
      required: !optional,
    },
    ...{ check, optional, nullable, ...command },
  });
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && isStorableText(value);

/** A text that can be stored. */
export function TextField({
  max,
  min = 0,
  ...options
}: FieldOptions & { readonly max: number; readonly min?: number }): PropertyDecorator {
  const accepts = (value: unknown): boolean =>
    isText(value) && value.length <= max && value.trim().length >= min;
  const must = `must be a text of ${min} to ${max} characters that can be stored`;
  const schema = { type: 'string', minLength: min, maxLength: max } as const;
  const refusal = messageKey('field.text', { min, max });
  return field({ accepts, must, messageKey: refusal }, schema, options);
}

/** USD as a decimal text with at most 8 decimals. A sign is for a movement in either direction. */
export function MoneyField({
  signed,
  ...options
}: FieldOptions & { readonly signed?: true } = {}): PropertyDecorator {
  const accepts = (value: unknown): boolean =>
    isText(value) &&
    value.length <= MAX_MONEY_CHARACTERS &&
    isPlainDecimal(value) &&
    fitsMoney(value) &&
    (signed === true || !value.startsWith('-'));
  const must = `must be USD as a text such as "12.5", with at most 8 decimals${signed ? '' : ' and no sign'}`;
  const schema = {
    type: 'string',
    pattern: signed ? '^-?\\d+(\\.\\d{1,8})?$' : '^\\d+(\\.\\d{1,8})?$',
  } as const;
  const refusal = messageKey('field.money', { signed: signed === true, decimals: 8 });
  const check = { accepts, must, messageKey: refusal };
  return field(check, schema, { example: '12.5', ...options });
}
const MAX_MONEY_CHARACTERS = 40;

interface IntegerOptions extends FieldOptions {
  readonly min: number;
  readonly max: number;
}

/** @param numberIn the number in a value; NaN if it has none */
function integer(
  { min, max, ...options }: IntegerOptions,
  numberIn: (value: unknown) => number,
): PropertyDecorator {
  const accepts = (value: unknown): boolean => numberIn(value) >= min && numberIn(value) <= max;
  const must = `must be a whole number from ${min} to ${max}`;
  const schema = { type: 'integer', minimum: min, maximum: max } as const;
  const refusal =
    max === MAX_ID ? messageKey('field.id', {}) : messageKey('field.integer', { min, max });
  return field({ accepts, must, messageKey: refusal }, schema, options);
}

/** A whole number. */
export const IntegerField = (options: IntegerOptions): PropertyDecorator =>
  integer(options, (value) => (Number.isInteger(value) ? Number(value) : NaN));

/** The id of an item. */
export const IdField = (options: FieldOptions = {}): PropertyDecorator =>
  IntegerField({ min: 1, max: MAX_ID, ...options });
const MAX_ID = 2_147_483_647;

/** The ids of some items. */
export function IdsField({
  max,
  ...options
}: FieldOptions & { readonly max: number }): PropertyDecorator {
  const isId = (item: unknown): boolean =>
    Number.isInteger(item) && Number(item) >= 1 && Number(item) <= MAX_ID;
  const accepts = (value: unknown): boolean =>
    Array.isArray(value) && value.length <= max && value.every(isId);
  const must = `must be a list of at most ${max} ids`;
  const check = { accepts, must, messageKey: messageKey('field.list', { min: 0, max }) };
  return field(check, { type: 'integer', isArray: true, maxItems: max }, options);
}

/**
 * A file as Base64. A command takes the name of the file instead, and a page the file itself.
 * @param maxBytes of the file; one more is let through, so that what looks at the file can say what is wrong with it
 */
export function FileField({
  maxBytes,
  ...options
}: FieldOptions & { readonly maxBytes: number }): PropertyDecorator {
  const maxLength = Math.ceil((maxBytes + 1) / 3) * 4;
  const accepts = (value: unknown): boolean =>
    typeof value === 'string' && value.length <= maxLength && isBase64(value);
  const must = `must be the bytes of a file in Base64, at most ${maxLength} characters`;
  const check = { accepts, must, messageKey: messageKey('field.file', {}) };
  return field(check, { type: 'string', format: 'byte', maxLength }, options);
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(text);
}

/** A list or an object, whose parts are checked elsewhere. Commands do not have it. */
export function JsonField(
  schema: { readonly type: 'object' | 'array' } & Readonly<Record<string, unknown>>,
  options: FieldOptions = {},
): PropertyDecorator {
  const accepts = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && isStorableJson(value);
  const must = 'must be a list or an object, of texts that can be stored';
  const check = { accepts, must, messageKey: messageKey('field.characters', {}) };
  return field(check, schema, { isTyped: false, ...options });
}

/** True if all texts in it can be stored, the names included. */
function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([name, part]) => isStorableText(name) && isStorableJson(part),
  );
}

export function FlagField(options: FieldOptions = {}): PropertyDecorator {
  const accepts = (value: unknown): boolean => typeof value === 'boolean';
  const refusal = messageKey('field.flag', {});
  const check = { accepts, must: 'must be true or false', messageKey: refusal };
  return field(check, { type: 'boolean' }, options);
}

/** One of some words. */
export function WordField(words: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const accepts = (value: unknown): boolean => words.some((word) => word === value);
  const listed = words.join(', ');
  const refusal = messageKey('field.word', { words: listed });
  const check = { accepts, must: `must be one of ${listed}`, messageKey: refusal };
  return field(check, { type: 'string', enum: [...words] }, options);
}

/** Some words, each once. @param others words besides those that are listed */
export function WordsField(
  words: readonly string[],
  { others, ...options }: FieldOptions & { readonly others?: RegExp } = {},
): PropertyDecorator {
  const isWord = (value: unknown): boolean =>
    words.some((word) => word === value) || (isText(value) && others?.test(value) === true);
  const accepts = (value: unknown): boolean =>
    Array.isArray(value) && value.every(isWord) && new Set(value).size === value.length;
  const check = {
    accepts,
    must: `must be a list of ${words.join(', ')}, each once`,
    messageKey: messageKey('field.word', { words: words.join(', ') }),
  };
  return field(check, { type: 'string', enum: [...words], isArray: true }, options);
}

/** A moment as RFC 3339 in UTC. */
export function TimeField({
  toCome,
  ...options
}: FieldOptions & { readonly toCome?: true } = {}): PropertyDecorator {
  const accepts = (value: unknown): boolean => {
    const time = isText(value) ? utcTime(value) : undefined;
    return time !== undefined && (toCome !== true || Date.parse(time) > Date.now());
  };
  const must = `must be a time in UTC such as 2027-01-31T18:00:00Z${toCome ? ', to come' : ''}`;
  const schema = { type: 'string', format: 'date-time' } as const;
  const example = '2099-01-31T18:00:00Z';
  const refusal = messageKey('field.time', { toCome: toCome === true });
  const check = { accepts, must, messageKey: refusal };
  return field(check, schema, { example, ...options });
}

/** An address or range of addresses. */
export function RangeField(options: FieldOptions = {}): PropertyDecorator {
  const accepts = (value: unknown): boolean => isText(value) && isIpRange(value);
  const must = 'must be an address or range such as 203.0.113.7 or 2001:db8::/32';
  const refusal = messageKey('field.range', {});
  const check = { accepts, must, messageKey: refusal };
  return field(check, { type: 'string' }, options);
}

/** A list of texts, each of which is accepted. */
export function ListField({
  accepts: acceptsItem,
  what,
  min,
  max,
  ...options
}: FieldOptions & {
  readonly accepts: (text: string) => boolean;
  readonly what: string;
  readonly min: number;
  readonly max: number;
}): PropertyDecorator {
  const accepts = (value: unknown): boolean =>
    Array.isArray(value) &&
    value.length >= min &&
    value.length <= max &&
    value.every((item) => isText(item) && acceptsItem(item));
  const must = `must be a list of ${min} to ${max} ${what}`;
  const check = { accepts, must, messageKey: messageKey('field.list', { min, max }) };
  const schema = { type: 'string', isArray: true, minItems: min, maxItems: max } as const;
  return field(check, schema, options);
}

/** A parameter of the URL with a whole number, which stays a text. */
export const IntegerParameter = (options: IntegerOptions): PropertyDecorator =>
  integer({ optional: true, ...options }, (value) =>
    isText(value) && /^(?:0|[1-9]\d{0,9})$/.test(value) ? Number(value) : NaN,
  );

/** A parameter of the URL with the id of an item, which stays a text. */
export const IdParameter = (options: FieldOptions = {}): PropertyDecorator =>
  IntegerParameter({ min: 1, max: MAX_ID, ...options });

/**
 * A text of a form of its own.
 * @param must the end of a sentence, such as `must be a price`
 * @param refusal the same for pages in other languages
 */
export function FormField({
  accepts: acceptsText,
  must,
  refusal,
  max = MAX_FORM_CHARACTERS,
  ...options
}: FieldOptions & {
  readonly accepts: (text: string) => boolean;
  /** Characters. */
  readonly max?: number;
  readonly must: string;
  readonly refusal?: MessageKey;
}): PropertyDecorator {
  const accepts = (value: unknown): boolean =>
    isText(value) && value.length <= max && acceptsText(value);
  const check = { accepts, must, messageKey: refusal };
  return field(check, { type: 'string' }, options);
}
const MAX_FORM_CHARACTERS = 60;
