import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import { given } from '../../operations/given.js';
import type { Language } from '../../locales/language.js';
import type { FormValues } from '../http/form-values.js';
import { typedNumber } from '../http/form-numbers.js';
import { wordsOf } from '../../pages/words.js';

/** Nobody is named by leaving fields empty: everyone has to be chosen. @throws InvalidFieldsError if a form does not say for whom its rule is */
export function assertAudience(form: FormValues, language: Language): void {
  const words = wordsOf(language, 'ruleForm');
  const whom = form.text('for_whom');
  const faults: { field: string; message: string }[] = [];
  if (!['account', 'group', 'everyone'].includes(whom)) {
    faults.push({ field: 'for_whom', message: words.noWhom });
  } else {
    const named = { account: words.noAccountNamed, group: words.noGroupNamed };
    for (const [kind, unnamed] of Object.entries(named)) {
      const isEmpty = form.text(`${kind}_id`) === '';
      const message = isEmpty ? unnamed : words.notMeant;
      if (isEmpty === (whom === kind)) faults.push({ field: `${kind}_id`, message });
    }
  }
  if (faults.length > 0) throw new InvalidFieldsError(faults);
}

/** For whom a rule is, and what it is about. */
export function typedRuleKey(form: FormValues) {
  return { ...typedIds(form, 'account_id', 'group_id'), ...typedTarget(form) };
}

/** What a rule is about. */
export function typedTarget(form: FormValues): object {
  return typedIds(form, 'category_id', 'product_id');
}

function typedIds(form: FormValues, ...names: readonly string[]): object {
  return given(Object.fromEntries(names.map((name) => [name, typedNumber(form.text(name))])));
}
