import type { Type } from '@nestjs/common';
import { OperatorError } from '../../common/app-error.js';
import type { MessageKey } from '../../common/sentence.js';
import { fieldsOf, type DescribedField } from './described-field.js';

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

/** Refuses a request whose fields have invalid values. */
export class InvalidFieldsError extends OperatorError {
  /** @param faults one for each wrong field */
  constructor(readonly faults: readonly FieldFault[]) {
    super(faults.map(({ field, message }) => `${field} ${message}`).join('; '));
  }

  /** The same for one field. */
  static of(field: string, message: string, key?: MessageKey): InvalidFieldsError {
    return new InvalidFieldsError([{ field, message, messageKey: key }]);
  }
}

/**
 * Turns plain values into an object of a class whose decorators describe them. Other fields are refused.
 * @throws InvalidFieldsError
 */
export function checkedInput<T extends object>(type: Type<T>, given: object): T {
  const values = new Map<string, unknown>(Object.entries(given));
  const fields = fieldsOf(type);
  const names = new Set(fields.map(({ name }) => name));
  const unknown = [...values.keys()].filter((name) => !names.has(name));
  const wrong = fields.flatMap((field): FieldFault[] => {
    const { name, check } = field;
    if (!check || accepts(field, values.get(name))) return [];
    const message = field.nullable ? `${check.must}, or null` : check.must;
    return [{ field: name, message, messageKey: check.messageKey }];
  });
  const faults = [...unknown.map(unknownField), ...wrong];
  if (faults.length > 0) throw new InvalidFieldsError(faults);
  // Without the constructor, which would set what was not given to undefined.
  const empty = Object.create(type.prototype as object) as T;
  return Object.assign(empty, Object.fromEntries(values));
}

/** True if the field may have the value. */
function accepts({ check, optional, nullable }: DescribedField, value: unknown): boolean {
  if (optional && value === undefined) return true;
  if (nullable && value === null) return true;
  return check?.accepts(value) ?? true;
}

function unknownField(name: string): FieldFault {
  return { field: name.slice(0, MAX_NAME_CHARACTERS), message: 'is no field of this request' };
}
