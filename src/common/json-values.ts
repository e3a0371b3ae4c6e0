import { ExactDecimal, plainText } from './decimal.js';

/** A JSON object with unknown values. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Up to three digits of exponent: more could not be a price, and would be written out as a huge
 * text.
 */
const WITH_EXPONENT = /^-?\d{1,100}(\.\d{1,100})?[eE][+-]?\d{1,3}$/;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The value when it is an object, else an empty one, whose missing keys are then complained about.
 */
export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** The value when it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * A number's text without an exponent, which JSON writers use for small prices; other values as
 * they are.
 */
export function withoutExponent(value: unknown): unknown {
  if (typeof value !== 'string' || !WITH_EXPONENT.test(value)) return value;
  return plainText(new ExactDecimal(value));
}
