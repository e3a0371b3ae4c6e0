import type { Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';

/** What an action is called in a language; undefined for one of an extension, or of another release. */
export function actionText(language: Language, action: string): string | undefined {
  const words: Readonly<Record<string, string>> = Locale.of(language).group('action');
  return Object.hasOwn(words, action) ? words[action] : undefined;
}
