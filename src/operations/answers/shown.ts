import { describeField } from '../fields/described-field.js';

/** Describes a property of an answer, as OpenAPI has it; its type is that of the property if none is given. */
export const Shown = (schema: Readonly<Record<string, unknown>> = {}): PropertyDecorator =>
  describeField({ schema });

/** A time in an answer. */
export const TIME = {
  type: 'string',
  format: 'date-time',
  example: '2026-04-10T13:55:48.000Z',
} as const;

/** A time of the database for an answer. A token may end at infinity, which is no `Date` and means never. */
export function timeOf(time: Date | null): string | null {
  return time instanceof Date ? time.toISOString() : null;
}

/** A time that is always there. */
export function timeText(time: Date): string {
  return time.toISOString();
}

/** The form of a property that may be null. */
export function nullable({
  example,
  ...schema
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { oneOf: [schema, { type: 'null' }], example };
}
