import { ACTION_WORDS } from './action-words.js';

/** What an action is called in a language; undefined for one of an extension, or of another release. */
export function actionText(
  language: keyof typeof ACTION_WORDS,
  action: string,
): string | undefined {
  const words: Readonly<Record<string, string>> = ACTION_WORDS[language];
  return Object.hasOwn(words, action) ? words[action] : undefined;
}
