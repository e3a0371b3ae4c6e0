import type { Phrases } from '../../locales/en.js';
import { camelName, type Camel } from '../common/camel-cased.js';
import type { Language } from '../locales/language.js';
import { Locale, type PhraseGroup } from '../locales/locale.js';
import { usePage } from './page-context.js';

/** The names of values as labels and headings, such as `creditLimit: 'Credit limit'`. */
type ValueLabels = { readonly [Name in keyof Phrases['value'] as Camel<Name>]: string };

/** What every page may say. */
type SharedWords = Phrases['common'] & ValueLabels & Phrases['page'];

/** The phrases of a page: its own, and the shared ones. Its own come before shared ones of the same name. */
export type Words<Group extends PhraseGroup> = Omit<SharedWords, keyof Phrases[Group]> &
  Phrases[Group];

const MADE = new WeakMap<Locale, Map<PhraseGroup, object>>();

export function wordsOf<Group extends PhraseGroup>(language: Language, group: Group): Words<Group> {
  const locale = Locale.of(language);
  const made = MADE.get(locale) ?? new Map<PhraseGroup, object>();
  MADE.set(locale, made);
  let words = made.get(group);
  if (!words) {
    const shared = {
      ...locale.phrases('common'),
      ...labelsOf(language),
      ...locale.phrases('page'),
    };
    words = { ...shared, ...locale.phrases(group) };
    made.set(group, words);
  }
  return words as Words<Group>;
}

/** The phrases of the page that is being rendered. */
export function useWords<Group extends PhraseGroup>(group: Group): Words<Group> {
  return wordsOf(usePage().language, group);
}

function labelsOf(language: Language): object {
  const labels = Object.entries(Locale.of(language).phrases('value')).map(([name, text]) => [
    camelName(name),
    `${text.charAt(0).toLocaleUpperCase(language)}${text.slice(1)}`,
  ]);
  return Object.fromEntries(labels) as object;
}
