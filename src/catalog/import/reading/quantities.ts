import { isRecord, withoutExponent } from '../../../common/json-values.js';

/** The quantity values, with exponents of numbers written out. */
export function quantitiesWithoutExponent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExponent);
  if (!isRecord(value)) return value;
  return { min: withoutExponent(value.min), max: withoutExponent(value.max) };
}
