import type { FormValues } from '../http/form-values.js';
import { typedNumber } from '../http/form-numbers.js';

/** Which products are meant, in the order of the choice. */
export const TARGETS = ['category', 'product', 'all'] as const;

/** The change of base prices that a form asks for. An id that does not go with the choice is left for the check to refuse. */
export function typedChange(form: FormValues): object {
  const id = typedNumber(form.text('id'));
  const target = form.text('target');
  return {
    ...form.given('percentage'),
    ...(target === 'all' && { all: true }),
    ...(id !== undefined && { [target === 'category' ? 'category_id' : 'product_id']: id }),
  };
}
