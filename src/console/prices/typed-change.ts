import { percentageText } from '../../catalog/price-text.js';
import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import { pickerFault, type Picked } from '../../pages/picker.js';
import type { Language } from '../../locales/language.js';
import type { FormValues } from '../http/form-values.js';
import { typedNumber } from '../http/form-numbers.js';
import { wordsOf } from '../../pages/words.js';

/** Which products are meant, in the order of the choice. */
export const TARGETS = ['category', 'product', 'all'] as const;
export type PriceTarget = (typeof TARGETS)[number];

/** A box for each product, with its id behind: a form that is sent again has one value for each name. */
export const LEFT_OUT = 'except_';

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
  const accepted = typedNumber(form.text('accept_unusual'));
  const except = Object.keys(form.shown)
    .filter((name) => name.startsWith(LEFT_OUT))
    .map((name) => Number(name.slice(LEFT_OUT.length)));
  return {
    ...form.given('percentage'),
    ...(decimals !== undefined && { decimals }),
    ...(accepted !== undefined && { accept_unusual: accepted }),
    ...(except.length > 0 && { except }),
    ...typedTarget(form, picked, language),
  };
}

function typedTarget(form: FormValues, picked: Picked, language: Language): object {
  const words = wordsOf(language, 'price');
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

/** A percentage with its sign. */
export function signed(percentage: string): string {
  const text = percentageText(percentage);
  return text.startsWith('-') ? text : `+${text}`;
}
