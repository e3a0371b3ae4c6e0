import type { Response } from 'express';
import type { Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import { THEMES } from '../../pages/document.js';
import type { FormValues } from '../http/form-values.js';
import { LANGUAGE_COOKIE, THEME_COOKIE } from '../visit/visit.js';

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
const ATTRIBUTES = { httpOnly: true, sameSite: 'strict', path: '/', maxAge: YEAR_MS } as const;

/** Keeps the choice of language and colors in the browser. @returns the language; undefined if there is none of the name */
export function keepPreferences(form: FormValues, response: Response): Language | undefined {
  const theme = THEMES.find((one) => one === form.text('theme'));
  if (theme) response.cookie(THEME_COOKIE, theme, ATTRIBUTES);
  else response.clearCookie(THEME_COOKIE, { ...ATTRIBUTES, maxAge: undefined });
  const language = form.text('language');
  return Locale.isLanguage(language) ? keepLanguage(language, response) : undefined;
}

/** Keeps the language in the browser, for pages before the sign-in. */
export function keepLanguage(language: Language, response: Response): Language {
  response.cookie(LANGUAGE_COOKIE, language, ATTRIBUTES);
  return language;
}
