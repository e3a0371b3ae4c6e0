import type { Type } from '@nestjs/common';
import { entityTagOf } from '../../admin/http/precondition.js';
import { fieldsOf, type DescribedField } from '../../operations/fields/described-field.js';
import { needsKey, type AnyOperation } from '../../operations/operation.js';
import type { FieldLimits } from '../../pages/form-state.js';
import { ENTITY_TAG_FIELD } from '../../pages/form.js';
import { newFormKey } from '../http/form-key.js';

const MAX_NUMBER_CHARACTERS = 40;

/**
 * What a form has from the operation that it asks for: what may be typed, the key of what must not happen twice, and the tag of what a
 * setting compares.
 * @param present what it changes, or what it suggests for something new
 */
export function formFor({ input, target, ...operation }: AnyOperation, present?: object) {
  const changed = operation.kind === 'setting' ? { ...present } : undefined;
  return {
    present,
    limits: input && limitsOf(input, changed),
    ...(needsKey(operation) && { formKey: newFormKey() }),
    ...(changed && {
      hidden: {
        [ENTITY_TAG_FIELD]: entityTagOf(comparedIn(changed, target?.shape?.columns ?? {})),
      },
    }),
  };
}

/** What may be typed into the fields of a form, as the input declares it. @param changed what a setting changes */
function limitsOf(input: Type, changed: Values | undefined): Readonly<Record<string, FieldLimits>> {
  const limits = fieldsOf(input).map((field) => {
    const { name, schema } = field;
    const isDecimal =
      field.isDecimal === true || schema.type === 'integer' || schema.pattern !== undefined;
    const maxLength = isDecimal ? MAX_NUMBER_CHARACTERS : schema.maxLength;
    return [name, { maxLength, isDecimal, isOptional: mayBeEmpty(field, changed) }] as const;
  });
  return Object.fromEntries(limits) as Readonly<Record<string, FieldLimits>>;
}

type Values = Readonly<Record<string, unknown>>;

/** A value that is there cannot be taken away by leaving it out: then the field is empty only where that is a value, too. */
function mayBeEmpty(
  { name, schema, check, optional, nullable }: DescribedField,
  changed: Values | undefined,
): boolean {
  const mayBeLeftOut = (changed?.[name] ?? null) === null && optional === true;
  const isValue = check?.accepts(schema.isArray ? [] : '') === true;
  return nullable === true || mayBeLeftOut || isValue;
}

/** The page of a thing may know more than a change compares. */
function comparedIn(shown: Values, compared: object): object {
  return Object.fromEntries(Object.keys(compared).map((name) => [name, shown[name]]));
}
