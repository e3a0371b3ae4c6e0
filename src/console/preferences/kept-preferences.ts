import type { Response } from 'express';
import type { Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import { THEMES } from '../../pages/document.js';
import type { FormValues } from '../http/form-values.js';
import { LANGUAGE_COOKIE, THEME_COOKIE, type Visit } from '../visit/visit.js';

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
const ATTRIBUTES = { httpOnly: true, sameSite: 'strict', path: '/', maxAge: YEAR_MS } as const;
const CLEARED = { ...ATTRIBUTES, maxAge: undefined };

/**
 * Keeps the choice of language and colors in the browser. The language of the page is sent with a choice of colors.
 * @returns another language that was chosen
 */
export function keepPreferences(
  form: FormValues,
  { language: shown }: Visit,
  response: Response,
): Language | undefined {
  keep(THEME_COOKIE, THEMES.find((one) => one === form.text('theme')) ?? '', response);
  const language = form.text('language');
  if (!Locale.isLanguage(language) || language === shown) return undefined;
  keepLanguage(language, response);
  return language;
}

/** Keeps the language in the browser, for pages before the sign-in. @param language null for that of the shop */
export function keepLanguage(language: Language | null, response: Response): void {
  keep(LANGUAGE_COOKIE, language ?? '', response);
}

/** @param text empty for the usual */
function keep(cookie: string, text: string, response: Response): void {
  if (text === '') response.clearCookie(cookie, CLEARED);
  else response.cookie(cookie, text, ATTRIBUTES);
}
