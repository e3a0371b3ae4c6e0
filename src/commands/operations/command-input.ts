import { InvalidArgumentError, Option } from 'commander';
import { fieldsOf, type DescribedField } from '../../operations/fields/described-field.js';
import type { AnyOperation } from '../../operations/operation.js';
import { switchArgument } from '../context/command-context.js';

/** The word for null on the command line. */
const NULL_WORD = 'default';

type Parse = (text: string) => unknown;

/** The fields of an operation that are arguments of its command, in their order, and those that are options. */
export function fieldsOfCommand(
  { input }: AnyOperation,
  names: readonly string[],
): { readonly positional: readonly DescribedField[]; readonly others: readonly DescribedField[] } {
  const fields = input ? fieldsOf(input) : [];
  const positional = names.flatMap((name) => fields.filter((field) => field.name === name));
  return { positional, others: fields.filter((field) => !positional.includes(field)) };
}

/** Checks what was typed for a field. The parser takes null for an option without a value, so its word stays. */
export function parserOf({ schema, check, nullable }: DescribedField): Parse {
  if (schema.type === 'boolean') return switchArgument;
  return (text) => {
    if (nullable && text === NULL_WORD) return text;
    const value =
      schema.type === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : unsigned(text);
    if (check?.accepts(value)) return value;
    const or = nullable ? `, or ${NULL_WORD}` : '';
    throw new InvalidArgumentError(`It ${check?.must}${or}.`);
  };
}

/** People write +5 besides -5. */
function unsigned(text: string): string {
  return text.replace(/^\+(?=\d)/, '');
}

/** The value of a field for what was parsed. */
export function valueOf({ nullable }: DescribedField, parsed: unknown): unknown {
  return nullable && parsed === NULL_WORD ? null : parsed;
}

/** What the help says of a field. */
export function helpOf({ schema: { description } }: DescribedField): string {
  return typeof description === 'string' ? description.replace(/\bNull\b/g, NULL_WORD) : '';
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
  const placeholder = nullable ? `${placeholderOf(field)}|${NULL_WORD}` : placeholderOf(field);
  const option = new Option(`--${name} <${placeholder}>`, description);
  return option.argParser(parserOf(field)).makeOptionMandatory(!optional);
}

/** What the option of a field is called, without its hyphens before. */
export function optionName({ name, flag }: DescribedField): string {
  return flag ?? name.replaceAll('_', '-');
}

function placeholderOf({ schema }: DescribedField): string {
  if (Array.isArray(schema.enum)) return schema.enum.join('|');
  if (schema.type === 'integer') return 'number';
  return schema.pattern === undefined ? 'text' : 'usd';
}
