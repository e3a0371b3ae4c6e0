import { Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { OpenToEverybody } from '../access/open-to-everybody.js';
import { consolePageOf } from '../access/sign-in-pages.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { keepPreferences } from './kept-preferences.js';

/** Keeps the choice of language and colors of who has not signed in. */
@ConsoleController('preferences')
export class PreferencesController {
  @Post()
  @OpenToEverybody()
  keep(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
    @Res({ passthrough: true }) response: Response,
  ): SeeOther {
    keepPreferences(form, visit, response);
    return new SeeOther(consolePageOf(form.text('page')));
  }
}
