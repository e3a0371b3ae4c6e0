import type { Type } from '@nestjs/common';
import type { MessageKey } from '../../common/message-key.js';
import { fieldsOf } from './described-field.js';

const MAX_NAME_CHARACTERS = 60;

/** What is wrong with one field of a request. */
export interface FieldFault {
  /** The name of the field, or of the parameter or header. */
  readonly field: string;
  /** The end of a sentence that begins with the name, such as `must be USD`. */
  readonly message: string;
  /** The same for pages in other languages; no part of the answer. */
  readonly messageKey?: MessageKey | undefined;
}

/** Plain values as an object of a class, or what is wrong with them. */
export type CheckedInput<T> = { readonly input: T } | { readonly faults: readonly FieldFault[] };

/** Turns plain values into an object of a class whose decorators describe them. Other fields are refused. */
export function checkedInput<T extends object>(type: Type<T>, given: object): CheckedInput<T> {
  const values = new Map<string, unknown>(Object.entries(given));
  const fields = fieldsOf(type);
  const names = new Set(fields.map(({ name }) => name));
  const unknown = [...values.keys()].filter((name) => !names.has(name));
  const wrong = fields.flatMap(({ name, check }): FieldFault[] => {
    if (!check || check.accepts(values.get(name))) return [];
    return [{ field: name, message: check.must, messageKey: check.messageKey }];
  });
  const faults = [...unknown.map(unknownField), ...wrong];
  if (faults.length > 0) return { faults };
  return { input: Object.assign(new type(), Object.fromEntries(values)) };
}

function unknownField(name: string): FieldFault {
  return { field: name.slice(0, MAX_NAME_CHARACTERS), message: 'is no field of this request' };
}
