import { ExactDecimal, plainText } from './decimal.js';

/** A JSON object with unknown values. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** At most three digits of exponent: a price has no more, and the plain text would be huge. */
const WITH_EXPONENT = /^-?\d{1,100}(\.\d{1,100})?[eE][+-]?\d{1,3}$/;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is an object, else an empty one, of which a check then reports the missing keys. */
export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** The value when it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A number's text without its exponent, which some JSON writers use for small prices; any other value unchanged. */
export function withoutExponent(value: unknown): unknown {
  if (typeof value !== 'string' || !WITH_EXPONENT.test(value)) return value;
  return plainText(new ExactDecimal(value));
}
