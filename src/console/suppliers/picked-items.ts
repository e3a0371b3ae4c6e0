import type { KnownSupplierDto } from '../../operations/suppliers/supplier.operations.js';
import { numberOrText } from '../http/form-numbers.js';
import type { FormValues } from '../http/form-values.js';

type Picks = Pick<KnownSupplierDto, 'picked_categories' | 'picked_products'>;

/** The box for all of a catalog. */
export const EVERYTHING = 'everything';
/** Hidden fields with the ids of the items that had boxes. */
export const SHOWN = { picked_categories: 'shown_categories', picked_products: 'shown_products' };

/** What was picked on a page that shows a part of a catalog; what it does not show stays as it is. */
export function picksIn(form: FormValues, present: Picks): object {
  if (form.has(EVERYTHING)) return { picked_categories: null, picked_products: null };
  const picked = (field: keyof typeof SHOWN) => {
    const shown = new Set(form.text(SHOWN[field]).split(',').map(Number));
    const others = (present[field] ?? []).filter((id) => !shown.has(id));
    return [...others, ...form.all(field).map(numberOrText)];
  };
  return {
    picked_categories: picked('picked_categories'),
    picked_products: picked('picked_products'),
  };
}
