import type { FormValues } from '../http/form-values.js';
import { typedNumber } from '../http/form-numbers.js';

const IDS = ['account_id', 'group_id', 'category_id', 'product_id'] as const;

/** For whom a rule is, and what it is about. */
export function typedRuleKey(form: FormValues): object {
  const ids = IDS.map((name) => [name, typedNumber(form.text(name))] as const);
  return Object.fromEntries(ids.filter(([, id]) => id !== undefined));
}

export function typedVisibility(form: FormValues): object {
  return { ...typedRuleKey(form), visible: form.text('visible') === 'true' };
}

/** A percentage or a fixed price; the one that is left empty is absent. */
export function typedPrice(form: FormValues): object {
  return { ...typedRuleKey(form), ...form.given('percentage', 'fixed_price') };
}
