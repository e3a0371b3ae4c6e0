import type { KnownSupplierDto } from '../../operations/suppliers/supplier.operations.js';
import { numberOrText } from '../http/form-numbers.js';
import type { FormValues } from '../http/form-values.js';

type Picks = Pick<KnownSupplierDto, 'picked_categories' | 'picked_products'>;

/** The box for all of a catalog. */
export const EVERYTHING = 'everything';
/** Hidden fields with the boxes that were ticked when the page was shown. */
export const TICKED = {
  everything: 'ticked_everything',
  picked_categories: 'ticked_categories',
  picked_products: 'ticked_products',
} as const;

/**
 * The picks with what was ticked and unticked on a page, which shows a part of a catalog. Single boxes beside that of everything
 * are not sent.
 */
export function picksIn(form: FormValues, present: Picks): object {
  const isEverything = form.has(EVERYTHING);
  const isChanged = isEverything !== form.has(TICKED.everything);
  if (isChanged ? isEverything : isAll(present)) {
    return { picked_categories: null, picked_products: null };
  }
  const picked = (field: 'picked_categories' | 'picked_products') => {
    const before = new Set(form.text(TICKED[field]).split(','));
    const others = (present[field] ?? []).map(String).filter((id) => !before.has(id));
    return [...new Set([...others, ...form.all(field)])].map(numberOrText);
  };
  return {
    picked_categories: picked('picked_categories'),
    picked_products: picked('picked_products'),
  };
}

/** True where all of a catalog is listed. */
export const isAll = ({ picked_categories: categories, picked_products: products }: Picks) =>
  categories === null && products === null;
