import { isolated, type Language } from '../../pages/language.js';
import { VALUE_NAMES } from './value-names.js';

/** The names that lead to a value, in words where there are some. The id of a thing is called like the thing. */
export function nameText(language: Language, path: readonly string[]): string {
  const words: Readonly<Record<string, string>> = VALUE_NAMES[language];
  const texts = path.map((name) => {
    const known = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const found = [known, known.replace(/_id$/, '')].find((one) => Object.hasOwn(words, one));
    return found === undefined ? isolated(name) : words[found];
  });
  return texts.join(' › ');
}
