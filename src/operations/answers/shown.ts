/** A time in an answer. */
export const TIME = {
  type: 'string',
  format: 'date-time',
  example: '2026-04-10T13:55:48.000Z',
} as const;

/** The form of a property that may be null. */
export function nullable({
  example,
  ...schema
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { oneOf: [schema, { type: 'null' }], example };
}
