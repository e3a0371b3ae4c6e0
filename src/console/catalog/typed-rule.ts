import type { Picked } from '../../pages/picker.js';
import type { FormFault } from '../../pages/form.js';
import type { Language } from '../../pages/language.js';
import type { FormValues } from '../http/form-values.js';
import { typedNumber } from '../http/form-numbers.js';
import { RULE_FORM_WORDS } from './rule-form-words.js';

const IDS = ['account_id', 'group_id', 'category_id', 'product_id'] as const;

/** Why a form does not say for whom its rule is. Nobody is named by leaving fields empty: everyone has to be chosen. */
export function audienceFault(form: FormValues, language: Language): FormFault | undefined {
  const words = RULE_FORM_WORDS[language];
  const whom = form.text('for_whom');
  const fields: Record<string, string> = {};
  if (!['account', 'group', 'everyone'].includes(whom)) fields.for_whom = words.noWhom;
  else {
    const named = { account: words.noAccountNamed, group: words.noGroupNamed };
    for (const [kind, unnamed] of Object.entries(named)) {
      const isEmpty = form.text(`${kind}_id`) === '';
      if (isEmpty === (whom === kind)) fields[`${kind}_id`] = isEmpty ? unnamed : words.notMeant;
    }
  }
  return Object.keys(fields).length === 0 ? undefined : { status: 422, message: '', fields };
}

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
