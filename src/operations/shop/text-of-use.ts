import type { Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';

/** What a method of `Shop` does, such as `add money to accounts`; of a method that this release does not know, its name. */
export function textOfUse(language: Language, method: string): string {
  const words = Object.entries(Locale.of(language).group('extension').uses);
  const [, text = method] = words.find(([name]) => name === method.replace('.', ' ')) ?? [];
  return text;
}
