import type { Type } from '@nestjs/common';
import { fieldsOf, type DescribedField } from '../../operations/fields/described-field.js';
import { numberOrText } from '../http/form-numbers.js';
import { timeInUtc } from '../http/parameters.js';
import type { FormValues } from '../http/form-values.js';
import type { Visit } from '../visit/visit.js';

interface FormReading {
  /** That of the times that were typed. */
  readonly timeZone: string;
  /** True for a form with all settings of a thing. */
  readonly holdsAll?: boolean;
}

/**
 * The fields of a form as plain values for the check of a class: an empty field is null where it may be, and is left out where it may
 * be left out, unless the form holds all settings of a thing.
 */
export function formInput(type: Type, form: FormValues, reading: FormReading): object {
  const values = fieldsOf(type).map(
    (field) => [field.name, valueOf(field, form, reading)] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The same of a form whose empty fields leave as it is what they name. */
export const filledIn =
  (type: Type) =>
  (form: FormValues, { visit }: { readonly visit: Visit }): object =>
    formInput(type, form, visit.conventions);

function valueOf(
  { name, schema, ...field }: DescribedField,
  form: FormValues,
  { timeZone, holdsAll }: FormReading,
): unknown {
  if (schema.type === 'boolean') return form.has(name);
  if (schema.isArray && schema.enum) return form.all(name);
  // The page does not show it.
  if (!form.has(name)) return undefined;
  if (schema.isArray) return form.lines(name);
  // As it was typed, since one with spaces is refused rather than mended. It is never shown, so an empty one says nothing.
  if (field.isSecret) return form.exact(name) === '' ? undefined : form.exact(name);
  const text = form.text(name);
  if (text === '' && field.nullable) return null;
  if (text === '' && field.optional && !holdsAll) return undefined;
  if (schema.format === 'date-time') return timeInUtc(text, timeZone);
  return schema.type === 'integer' ? numberOrText(text) : text;
}
