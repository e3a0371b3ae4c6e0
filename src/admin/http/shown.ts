import type { ApiPropertyOptions } from '@nestjs/swagger';

/** A time in an answer. */
export const TIME = {
  type: 'string',
  format: 'date-time',
  example: '2026-04-10T13:55:48.000Z',
} as const;

/** The form of a field that may be null. */
export function nullable({
  example,
  ...schema
}: Readonly<Record<string, unknown>>): ApiPropertyOptions {
  return { oneOf: [schema, { type: 'null' }], example };
}

/** A time of the database for an answer. A token may end at infinity, which is no `Date` and means never. */
export function timeOf(time: Date | null): string | null {
  return time instanceof Date ? time.toISOString() : null;
}

/** A time that is always there. */
export function timeText(time: Date): string {
  return time.toISOString();
}
