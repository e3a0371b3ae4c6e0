/** A text that operators read: in English, or by language such as `de`, in English at least. Pages show it as plain text. */
export type OperatorText = string | { readonly en: string; readonly [language: string]: string };

/** A text of an extension in a language, else in English. */
export function textIn(language: string, text: OperatorText): string {
  return typeof text === 'string' ? text : (text[language] ?? text.en);
}

/** Extensions may be written without types. */
export function isOperatorText(text: unknown): text is OperatorText {
  if (typeof text === 'string') return text.trim() !== '' && text.isWellFormed();
  if (typeof text !== 'object' || text === null || !('en' in text)) return false;
  return Object.values(text).every((one) => typeof one === 'string' && isOperatorText(one));
}
