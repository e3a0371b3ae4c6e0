import type { Picked } from '../../pages/picker.js';
import type { FormValues } from '../http/form-values.js';
import { typedNumber } from '../http/form-numbers.js';

const IDS = ['account_id', 'group_id', 'category_id', 'product_id'] as const;

/** The same of a form whose account was found by the text that names it. */
function typedNewRule(form: FormValues, account: Picked): object {
  const typed = typedRuleKey(form);
  return account.kind === 'one' ? { ...typed, account_id: account.id } : typed;
}

/** For whom a rule is, and what it is about. */
export function typedRuleKey(form: FormValues): object {
  const ids = IDS.map((name) => [name, typedNumber(form.text(name))] as const);
  return Object.fromEntries(ids.filter(([, id]) => id !== undefined));
}

export function typedVisibility(form: FormValues, account: Picked): object {
  return { ...typedNewRule(form, account), visible: form.text('visible') === 'true' };
}

/** A percentage or a fixed price; the one that is left empty is absent. */
export function typedPrice(form: FormValues, account: Picked): object {
  return { ...typedNewRule(form, account), ...form.given('percentage', 'fixed_price') };
}
