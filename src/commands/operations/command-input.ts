import { readFileSync } from 'node:fs';
import type { Type } from '@nestjs/common';
import { InvalidArgumentError, Option } from 'commander';
import { fieldsOf, type DescribedField } from '../../operations/fields/described-field.js';
import type { Target } from '../../operations/operation.js';
import { switchArgument, utcMoment } from '../context/command-context.js';

/** The usual word for null on the command line. */
const USUAL_NULL_WORD = 'default';
/** The word for an empty list. */
const NO_ITEMS = 'none';
const DAY_MS = 86_400_000;
/** Of a field that is a file, which is typed by its name. */
const FILE_FORMAT = 'byte';

type Parse = (text: string) => unknown;

/**
 * The fields of a class that are arguments of a command, in their order, and those that are options.
 * @param own names of those that are typed in a way of their own
 */
export function fieldsOfCommand(
  input: Type | undefined,
  names: readonly string[],
  own: readonly string[] = [],
): { readonly positional: readonly DescribedField[]; readonly others: readonly DescribedField[] } {
  const fields = (input ? fieldsOf(input) : []).filter(
    ({ name, isTyped }) => isTyped !== false && !own.includes(name),
  );
  const positional = names.flatMap((name) => fields.filter((field) => field.name === name));
  return { positional, others: fields.filter((field) => !positional.includes(field)) };
}

/** A field with an id, as it is typed by a name. */
export function namedField(field: DescribedField, { noun }: Target): DescribedField {
  const schema = { type: 'string', description: `Name of the ${noun}.` };
  return { ...field, schema, check: { accepts: () => true, must: 'must be a name' } };
}

/** Checks what was typed for a field. The parser takes null for an option without a value, so its word stays. */
export function parserOf(field: DescribedField): Parse {
  const { schema, check, nullable } = field;
  if (schema.type === 'boolean') return switchArgument;
  return (text) => {
    if (nullable && text === nullWordOf(field)) return text;
    const value = typedValue(field, text);
    if (check?.accepts(value)) return value;
    // The parameters of lists are texts.
    if (check?.accepts(text)) return text;
    const or = nullable ? `, or ${nullWordOf(field)}` : '';
    throw new InvalidArgumentError(`It ${check?.must}${or}.`);
  };
}

/** The value of a field for what was parsed. */
export function valueOf(field: DescribedField, parsed: unknown): unknown {
  return field.nullable && parsed === nullWordOf(field) ? null : parsed;
}

/** What the help says of a field. */
export function helpOf(field: DescribedField): string {
  const { description } = field.schema;
  if (typeof description !== 'string') return '';
  return description.replace(/\bnull\b/gi, nullWordOf(field));
}

/** The option of a field. */
export function optionOf(field: DescribedField): Option {
  const { schema, nullable, optional, flag } = field;
  const name = optionName(field);
  const description = helpOf(field);
  if (schema.type === 'boolean') {
    const isSwitch = flag === undefined;
    const option = new Option(isSwitch ? `--${name} <on|off>` : `--${name}`, description);
    return isSwitch ? option.argParser(switchArgument) : option;
  }
  const placeholder = nullable
    ? `${placeholderOf(field)}|${nullWordOf(field)}`
    : placeholderOf(field);
  const option = new Option(`--${name} <${placeholder}>`, description);
  return option.argParser(parserOf(field)).makeOptionMandatory(!optional);
}

/** What the option of a field is called, without its hyphens before. */
export function optionName({ name, flag, option }: DescribedField): string {
  return option ?? flag ?? name.replaceAll('_', '-');
}

function placeholderOf({ schema }: DescribedField): string {
  if (schema.format === FILE_FORMAT) return 'file';
  if (schema.isArray) return 'list';
  if (schema.format === 'date-time') return 'when';
  if (Array.isArray(schema.enum)) return schema.enum.join('|');
  if (schema.type === 'integer') return 'number';
  return schema.pattern === undefined ? 'text' : 'usd';
}

function typedValue({ schema }: DescribedField, text: string): unknown {
  if (schema.isArray) {
    const items = text === NO_ITEMS ? [] : itemsOf(text);
    return schema.type === 'integer' ? items.map(numberIn) : items;
  }
  if (schema.format === 'date-time') return momentOf(text);
  if (schema.format === FILE_FORMAT) return base64OfFile(text, Number(schema.maxLength));
  if (schema.type === 'integer') return numberIn(text);
  // People write +5 besides -5.
  return schema.pattern === undefined ? text : text.replace(/^\+(?=\d)/, '');
}

/** A file as Base64, no more of it than the field takes. @throws InvalidArgumentError */
function base64OfFile(name: string, maxLength: number): string {
  try {
    return readFileSync(name).toString('base64', 0, (maxLength / 4) * 3);
  } catch {
    throw new InvalidArgumentError('It must be a file that can be read.');
  }
}

/** The number that was typed; what is none stays, and is refused. */
function numberIn(text: string): number | string {
  return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
}

/** Texts of a list without repetitions, `catalog, orders` as well as `catalog,orders`. */
function itemsOf(list: string): string[] {
  return [...new Set(list.split(',').map((item) => item.trim()))];
}

/** A date such as 2027-01-31, or days from now such as 90d, as a time in UTC; another text stays. */
function momentOf(text: string): string {
  const [, days] = /^(\d{1,5})d$/.exec(text) ?? [];
  const time = days === undefined ? utcMoment(text) : new Date(Date.now() + Number(days) * DAY_MS);
  return time?.toISOString() ?? text;
}

function nullWordOf({ nullWord = USUAL_NULL_WORD }: DescribedField): string {
  return nullWord;
}

/** The options that were typed, by the names of their fields. */
export function optionsGiven(
  fields: readonly DescribedField[],
  options: object,
): Record<string, unknown> {
  const typed = new Map<string, unknown>(Object.entries(options));
  const given = fields.map((field) => {
    return [field.name, valueOf(field, typed.get(camelCase(optionName(field))))] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** As the parser names options. */
function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
