const NONE = 'default';

/** What was typed. */
export interface LanguageOption {
  readonly language?: string;
}

/** The option of a language. It is checked when the shop is open, since a folder of the shop may have further ones. */
export const LANGUAGE_FLAGS = `--language <tag|${NONE}>`;

/** The field for what was typed; null for none of one's own. */
export function languageGiven({ language }: LanguageOption): object {
  if (language === undefined) return {};
  return { language: language === NONE ? null : language };
}
