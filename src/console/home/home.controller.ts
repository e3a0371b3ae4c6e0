import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';

@ConsoleController()
export class HomeController {
  @Get()
  @NeedsPermission('any')
  show(@CurrentVisit() { language }: Visit): Page {
    return { title: CONSOLE_WORDS[language].today, content: null };
  }
}
