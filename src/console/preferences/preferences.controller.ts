import { Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { THEMES } from '../../pages/document.js';
import { Locale } from '../../locales/locale.js';
import { OpenToEverybody } from '../access/open-to-everybody.js';
import { consolePageOf } from '../access/sign-in-pages.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { SeeOther } from '../visit/see-other.js';
import { LANGUAGE_COOKIE, THEME_COOKIE } from '../visit/visit.js';

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
const ATTRIBUTES = { httpOnly: true, sameSite: 'strict', path: '/', maxAge: YEAR_MS } as const;

/** Keeps the choice of language and colors in the browser. */
@ConsoleController('preferences')
export class PreferencesController {
  @Post()
  @OpenToEverybody()
  keep(@CurrentForm() form: FormValues, @Res({ passthrough: true }) response: Response): SeeOther {
    const language = form.text('language');
    if (Locale.isLanguage(language)) response.cookie(LANGUAGE_COOKIE, language, ATTRIBUTES);
    const theme = THEMES.find((one) => one === form.text('theme'));
    if (theme) response.cookie(THEME_COOKIE, theme, ATTRIBUTES);
    else response.clearCookie(THEME_COOKIE, { ...ATTRIBUTES, maxAge: undefined });
    return new SeeOther(consolePageOf(form.text('page')));
  }
}
