import { Post } from '@nestjs/common';
import { OpenToEverybody } from '../access/open-to-everybody.js';
import { consolePageOf } from '../access/sign-in-pages.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { Sent, type SentForm } from '../operations/sent-form.decorator.js';
import { SeeOther } from '../visit/see-other.js';
import { keepPreferences } from './kept-preferences.js';

/** Keeps the choice of language and colors of who has not signed in. */
@ConsoleController('preferences')
export class PreferencesController {
  @Post()
  @OpenToEverybody()
  keep(@Sent() { visit, form, response }: SentForm): SeeOther {
    keepPreferences(form, visit, response);
    return new SeeOther(consolePageOf(form.text('page')));
  }
}
