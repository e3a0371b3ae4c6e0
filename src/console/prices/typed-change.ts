import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import { toDecimal } from '../../common/decimal.js';
import { percentageText } from '../../catalog/price-text.js';

import { pickerFault, type Picked } from '../../pages/picker.js';
import type { Language } from '../../pages/language.js';
import type { FormValues } from '../http/form-values.js';
import { typedNumber } from '../http/form-numbers.js';
import { PRICE_WORDS } from './price-words.js';

/** Which products are meant, in the order of the choice. */
export const TARGETS = ['category', 'product', 'all'] as const;
export type PriceTarget = (typeof TARGETS)[number];

/** A greater change, up or down, is asked for once more. */
const USUAL_PERCENT = 50;

export function targetIn(form: FormValues): PriceTarget {
  const chosen = form.text('target');
  return TARGETS.find((target) => target === chosen) ?? 'all';
}

/**
 * The change of base prices that a form asks for.
 * @param picked what was found by the text that names a category or product
 * @throws ProblemError if that does not go with the choice
 */
export function typedChange(form: FormValues, picked: Picked, language: Language): object {
  const decimals = typedNumber(form.text('decimals'));
  return {
    ...form.given('percentage'),
    ...(decimals !== undefined && { decimals }),
    ...typedTarget(form, picked, language),
  };
}

function typedTarget(form: FormValues, picked: Picked, language: Language): object {
  const words = PRICE_WORDS[language];
  const target = targetIn(form);
  const refused = (message: string) => InvalidFieldsError.of('id', message);
  if (target === 'all') {
    // The person may have meant what is named.
    if (form.text('id') !== '') throw refused(words.idWithAll);
    return { all: true };
  }
  const fault = pickerFault(picked, 'id', language);
  if (fault) throw refused(fault.fields.id ?? '');
  if (picked.kind !== 'one') throw refused(words.idMissing);
  return target === 'category' ? { category_id: picked.id } : { product_id: picked.id };
}

/** True for a change that may be a slip of the pen. @param percentage one that was checked */
export function isLargeChange(percentage: string): boolean {
  return toDecimal(percentageText(percentage)).abs().gt(USUAL_PERCENT);
}
