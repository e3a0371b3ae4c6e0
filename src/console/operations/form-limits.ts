import type { Type } from '@nestjs/common';
import { fieldsOf } from '../../operations/fields/described-field.js';
import type { FieldLimits } from '../../pages/form-state.js';

const MAX_NUMBER_CHARACTERS = 40;

/** What may be typed into the fields of a form, as the input of its operation declares it. */
export function limitsOf(input: Type): Readonly<Record<string, FieldLimits>> {
  const limits = fieldsOf(input).map(({ name, schema, optional, nullable }) => {
    const isDecimal = schema.type === 'integer' || schema.pattern !== undefined;
    const maxLength = isDecimal ? MAX_NUMBER_CHARACTERS : schema.maxLength;
    const isOptional = optional === true || nullable === true;
    return [name, { maxLength, isDecimal, isOptional }] as const;
  });
  return Object.fromEntries(limits) as Readonly<Record<string, FieldLimits>>;
}
