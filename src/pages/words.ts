import type { Messages } from '../../locales/en.js';
import { camelName, type Camel } from '../common/camel-cased.js';
import type { Language } from '../locales/language.js';
import { Locale, type MessageGroup } from '../locales/locale.js';
import { usePage } from './page-context.js';

/** The names of values as labels and headings, such as `creditLimit: 'Credit limit'`. */
type ValueLabels = { readonly [Name in keyof Messages['value'] as Camel<Name>]: string };

/** What every page may say. */
type SharedWords = Messages['common'] & ValueLabels & Messages['page'];

/** The words of a page: the messages of its group, and the shared ones. Its own come before shared ones of the same name. */
export type Words<Group extends MessageGroup> = Omit<SharedWords, keyof Messages[Group]> &
  Messages[Group];

const MADE = new WeakMap<Locale, Map<MessageGroup, object>>();

export function wordsOf<Group extends MessageGroup>(
  language: Language,
  group: Group,
): Words<Group> {
  const locale = Locale.of(language);
  const made = MADE.get(locale) ?? new Map<MessageGroup, object>();
  MADE.set(locale, made);
  let words = made.get(group);
  if (!words) {
    const shared = { ...locale.group('common'), ...labelsOf(language), ...locale.group('page') };
    words = { ...shared, ...locale.group(group) };
    made.set(group, words);
  }
  return words as Words<Group>;
}

/** The words of the page that is being rendered. */
export function useWords<Group extends MessageGroup>(group: Group): Words<Group> {
  return wordsOf(usePage().language, group);
}

function labelsOf(language: Language): object {
  const labels = Object.entries(Locale.of(language).group('value')).map(([name, text]) => [
    camelName(name),
    `${text.charAt(0).toLocaleUpperCase(language)}${text.slice(1)}`,
  ]);
  return Object.fromEntries(labels) as object;
}
