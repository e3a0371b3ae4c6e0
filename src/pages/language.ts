/** The languages of pages, the usual one first. */
export const LANGUAGES = ['en', 'ar', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ar: 'العربية',
  tr: 'Türkçe',
};

export type Direction = 'ltr' | 'rtl';

export function directionOf(language: Language): Direction {
  return language === 'ar' ? 'rtl' : 'ltr';
}

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** Phrases in each language; one that is missing in one of them is an error of the compiler. */
export type WordTable<Words> = Readonly<Record<Language, Words>>;

/** A table of phrases, whose names are those of the English ones. */
export function wordTable<Words>(table: {
  readonly en: Words;
  readonly ar: NoInfer<Words>;
  readonly tr: NoInfer<Words>;
}): WordTable<Words> {
  return table;
}

/** A text of unknown direction within a sentence, such as a name or an id (Unicode's first strong isolate). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
