import { isPlainDecimal } from '../../../common/decimal.js';
import { canonicalText, isStorableText } from '../../../common/text.js';
import { isPrice } from '../../price-text.js';
import {
  PRODUCT_TYPES,
  quantityValuesFault,
  type ProductType,
  type QuantityValues,
} from '../../quantity-values.js';
import { englishNumber, RowFault } from './import-faults.js';

/**
 * Reads single values of untrusted rows. Numbers are given as text, as they were written. Every function throws RowFault
 * for an invalid value.
 */

/** The largest value of an integer column. */
export const GREATEST_ID = 2_147_483_647;
const MAX_NAME_CHARACTERS = 500;
const MAX_IMAGE_CHARACTERS = 2_000;
const MAX_SHOWN_CHARACTERS = 60;
/** The length of a price or quantity. A longer number could not be stored, and calculating with it would take long. */
const MAX_NUMBER_CHARACTERS = 100;
/**
 * Normalization can shorten a text, but takes quadratic time. A text that is longer than the limit times this factor is
 * not normalized, since it would still be too long.
 */
const MAX_NFC_SHRINKAGE = 4;
const YES = new Set<unknown>([true, 'true', 'yes', 'on', '1']);
const NO = new Set<unknown>([false, 'false', 'no', 'off', '0']);

/** A value for a message, shortened if it is long. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : jsonOf(value);
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}

/** The place of a fault: `row 70,001 (product 70001)`; the item and its label are left out where they are not known. */
export function rowPlace(row: number, item?: 'category' | 'product', label?: unknown): string {
  const place = `row ${englishNumber(row)}`;
  if (item === undefined) return place;
  return isMissing(label)
    ? `${place} (${item})`
    : `${place} (${item} ${shown(label).replaceAll('"', '')})`;
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // The lists are nested more deeply than the call stack allows.
    return '[[[…';
  }
}

export function idOf(value: unknown, key: string): number {
  if (isMissing(value)) throw new RowFault(`${key} is missing`);
  if (typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) && Number(value) <= GREATEST_ID) {
    return Number(value);
  }
  throw new RowFault(`${key} ${shown(value)} is no whole number from 1 to ${GREATEST_ID}`);
}

/** Trimmed, in normalization form C. */
export function textOf(value: unknown, key: string, longest = MAX_NAME_CHARACTERS): string {
  if (isMissing(value)) throw new RowFault(`${key} is missing`);
  if (typeof value !== 'string') throw new RowFault(`${key} ${shown(value)} is no text`);
  if (!isStorableText(value)) throw new RowFault(`${key} ${shown(value)} has broken characters`);
  const text = nameOf(value, longest);
  if (text === '') throw new RowFault(`${key} is empty`);
  if (text.length > longest) throw new RowFault(`${key} is longer than ${longest} characters`);
  return text;
}

/** Trimmed, in normalization form C; unchanged if it is far too long. */
export function nameOf(text: string, longest = MAX_NAME_CHARACTERS): string {
  return text.trim().length > longest * MAX_NFC_SHRINKAGE ? text : canonicalText(text);
}

export function priceOf(value: unknown): string {
  if (isMissing(value)) throw new RowFault('price is missing');
  assertPoint(value, 'price');
  if (typeof value !== 'string' || !isPlainDecimal(value)) {
    throw new RowFault(`price ${shown(value)} is no decimal`);
  }
  if (value.length <= MAX_NUMBER_CHARACTERS && isPrice(value)) return value;
  throw new RowFault(
    `price ${shown(value)} must be 0 or more, with up to 20 digits before the point and 18 after`,
  );
}

/** A comma may separate thousands or decimals, so it is not guessed at. */
function assertPoint(value: unknown, key: string): void {
  if (typeof value !== 'string' || !value.includes(',') || !/^[-\d.,' ]+$/.test(value)) return;
  throw new RowFault(
    `${key} ${shown(value)} has a comma; write it with a point for decimals and nothing between thousands, such as 1234.50`,
  );
}

/** True for a missing value. */
export function availableOf(value: unknown): boolean {
  if (isMissing(value) || value === '') return true;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  throw new RowFault(`available ${shown(value)} is neither true nor false`);
}

/** `package` for a missing value. */
export function productTypeOf(value: unknown): ProductType {
  const word = isMissing(value) || value === '' ? 'package' : value;
  const type = PRODUCT_TYPES.find((known) => known === word);
  if (type) return type;
  throw new RowFault(`product_type ${shown(value)} is none of ${PRODUCT_TYPES.join(', ')}`);
}

export function quantityValuesOf(value: unknown, type: ProductType): QuantityValues {
  const values = quantityShapeOf(value);
  const fault = quantityValuesFault(type, values);
  if (fault !== undefined) throw new RowFault(fault);
  return values;
}

/** The quantities of a product of any type; null for a missing value. */
export function quantityShapeOf(value: unknown): QuantityValues {
  if (isMissing(value)) return null;
  if (Array.isArray(value)) return value.map(quantityOf);
  if (typeof value === 'object') {
    const { min, max } = value as { min?: unknown; max?: unknown };
    return { min: quantityOf(min), max: quantityOf(max) };
  }
  throw new RowFault(`qty_values ${shown(value)} is neither null, {min, max} nor a list`);
}

function quantityOf(value: unknown): string {
  assertPoint(value, 'quantity');
  if (typeof value === 'string' && value.length <= MAX_NUMBER_CHARACTERS) return value;
  throw new RowFault(`qty_values has ${shown(value)}, which is no quantity`);
}

/** Null for a missing value. */
export function imageOf(value: unknown): string | null {
  if (isMissing(value) || value === '') return null;
  const image = textOf(value, 'image', MAX_IMAGE_CHARACTERS);
  if (image.startsWith('/')) return image;
  if (/^https?:\/\//i.test(image) && URL.canParse(image)) return image;
  throw new RowFault(
    `image ${shown(value)} is neither an http(s) URL nor a path that starts with /`,
  );
}

export function positionOf(value: unknown, otherwise: number): number {
  if (isMissing(value)) return otherwise;
  if (typeof value === 'string' && /^-?\d{1,9}$/.test(value)) return Number(value);
  throw new RowFault(`position ${shown(value)} is no whole number of up to 9 digits`);
}

export function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
