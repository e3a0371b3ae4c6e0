import type { Type } from '@nestjs/common';
import type { CsvValue } from '../../common/csv.js';
import { fieldsOf } from '../../operations/fields/described-field.js';
import type { Row } from '../context/terminal.js';

/** An answer as people read it at the terminal. @param names of the fields; all by default */
export function answerRow(type: Type, answer: object, names?: readonly string[]): Row {
  const values = new Map<string, unknown>(Object.entries(answer));
  const times = new Set(
    fieldsOf(type)
      .filter(({ schema }) => isTime(schema))
      .map(({ name }) => name),
  );
  const shown = names ?? [...values.keys()];
  return Object.fromEntries(shown.map((name) => [name, cellOf(values.get(name), times.has(name))]));
}

function isTime({ format, oneOf = [] }: Readonly<Record<string, unknown>>): boolean {
  const [form] = oneOf as readonly { readonly format?: string }[];
  return (form?.format ?? format) === 'date-time';
}

function cellOf(value: unknown, isMoment: boolean): CsvValue {
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? value.join() : JSON.stringify(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return isMoment && typeof value === 'string' ? new Date(value) : (value as CsvValue);
}
