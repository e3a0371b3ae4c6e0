/** A language tag (BCP 47) such as `tr` or `pt-BR`; it names the file of the messages. */
export type Language = string;

/** The language that all others are translated from, and that is shown where one lacks a message. */
export const SOURCE: Language = 'en';

export type Direction = 'ltr' | 'rtl';

/** Of the current ECMAScript, not yet in the library of TypeScript. */
interface LocaleWithText extends Intl.Locale {
  getTextInfo(): { readonly direction: Direction };
}

/** A language, perhaps a script, perhaps a region. */
const TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;
/** Undetermined, several, none. */
const NO_LANGUAGES = /^(?:und|mul|zxx)(?:-|$)/;

/** Such as `pt-BR` for `pt-br`; undefined for a text that is no tag of a language that has a name. */
export function languageOf(tag: string): Language | undefined {
  try {
    const [language = ''] = Intl.getCanonicalLocales(tag);
    const isOne = TAG.test(language) && !NO_LANGUAGES.test(language);
    return isOne && languageName(language) !== language ? language : undefined;
  } catch {
    return undefined;
  }
}

/** True for English of any region. */
export function isEnglish(language: Language): boolean {
  return language.split('-')[0] === SOURCE;
}

/** What the language calls itself, such as `Türkçe`. */
export function languageName(language: Language): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}

export function directionOf(language: Language): Direction {
  return (new Intl.Locale(language) as LocaleWithText).getTextInfo().direction;
}

/**
 * The locale by which numbers, times and plurals are formatted. Always Latin digits and the calendar of the API, so that ids,
 * amounts and times can be copied into commands and requests.
 */
export function localeOf(language: Language): string {
  return `${language === SOURCE ? 'en-GB' : language}-u-ca-gregory-nu-latn`;
}

/** A text of unknown direction within a sentence, such as a name or an id (Unicode's first strong isolate). */
export function isolated(text: string): string {
  return text.startsWith('\u2068') ? text : `\u2068${text}\u2069`;
}
