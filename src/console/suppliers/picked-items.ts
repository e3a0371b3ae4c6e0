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
 * The picks with what was ticked and unticked on a page, which shows a part of a catalog, and may be older than what somebody
 * else has picked. Who ticks single boxes beside that of everything, which was ticked already, means these.
 */
export function picksIn(form: FormValues, present: Picks): object {
  const fields = ['picked_categories', 'picked_products'] as const;
  const wasEverything = form.text(TICKED.everything) !== '';
  const hasOwn = fields.some((field) => form.has(field));
  if (form.has(EVERYTHING) && !(wasEverything && hasOwn)) {
    return { picked_categories: null, picked_products: null };
  }
  const picked = (field: (typeof fields)[number]) => {
    const before = new Set(form.text(TICKED[field]).split(','));
    const others = (present[field] ?? []).map(String).filter((id) => !before.has(id));
    return [...new Set([...others, ...form.all(field)])].map(numberOrText);
  };
  return Object.fromEntries(fields.map((field) => [field, picked(field)]));
}
