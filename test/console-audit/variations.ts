import type { Language } from '../../src/locales/language.js';
import { Locale } from '../../src/locales/locale.js';
import { THEMES, type Theme } from '../../src/pages/document.js';

/** How a page is opened. */
export interface Variation {
  readonly language: Language;
  /** As the device prefers it. */
  readonly theme: Theme;
}

/** A phone, a tablet, a narrow desk where lists are tables already, a desk. */
export const WIDTHS_PX = [320, 768, 1_024, 1_440] as const;

/** Each language in each theme. */
export const VARIATIONS: readonly Variation[] = Locale.languages().flatMap((language) =>
  THEMES.map((theme) => ({ language, theme })),
);
