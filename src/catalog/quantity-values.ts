import { fractionDigits, isPlainDecimal, toDecimal } from '../common/decimal.js';

/** How the quantity of a product is chosen: freely, in whole packages, or from a list. */
export const PRODUCT_TYPES = ['amount', 'package', 'specificPackage'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** Inclusive bounds, as decimal texts. */
export interface QuantityRange {
  readonly min: string;
  readonly max: string;
}

/** `null`, a range or a list of allowed quantities; all numbers are decimal texts, kept as written. */
export type QuantityValues = QuantityRange | readonly string[] | null;

/** The most fraction digits of a quantity. */
export const QUANTITY_SCALE = 6;
/** The most integer digits of a quantity; the column is numeric(28,6). */
export const QUANTITY_INTEGER_DIGITS = 22;

/** True for a list of allowed quantities. */
export function isQuantityList(values: QuantityValues): values is readonly string[] {
  return Array.isArray(values);
}

/**
 * Checks that quantity values fit the product type.
 * @returns the fault, as the end of a sentence; undefined if they fit.
 */
export function quantityValuesFault(type: ProductType, values: QuantityValues): string | undefined {
  if (type === 'specificPackage') return listFault(values);
  if (values === null) return undefined;
  if (isQuantityList(values))
    return `qty_values of a product of type ${type} must be null or {min, max}`;
  return rangeFault(type, values);
}

function listFault(values: QuantityValues): string | undefined {
  if (!isQuantityList(values) || values.length === 0) {
    return 'qty_values of a specificPackage must be a list of quantities';
  }
  const bad = values.find((value) => !isQuantity(value));
  return bad === undefined
    ? undefined
    : `qty_values has ${JSON.stringify(bad)}, which is no quantity`;
}

function rangeFault(type: ProductType, { min, max }: QuantityRange): string | undefined {
  const bad = [min, max].find((value) => !isQuantity(value));
  if (bad !== undefined) return `qty_values has ${JSON.stringify(bad)}, which is no quantity`;
  if (toDecimal(min).greaterThan(toDecimal(max))) return 'qty_values has a min above its max';
  if (type === 'package' && [min, max].some((value) => fractionDigits(toDecimal(value)) > 0)) {
    return 'qty_values of a package must be whole numbers';
  }
  return undefined;
}

/** A positive plain decimal that fits the quantity column. */
function isQuantity(text: string): boolean {
  if (!isPlainDecimal(text)) return false;
  const value = toDecimal(text);
  return (
    value.isPositive() &&
    !value.isZero() &&
    fractionDigits(value) <= QUANTITY_SCALE &&
    value.precision(true) - fractionDigits(value) <= QUANTITY_INTEGER_DIGITS
  );
}
