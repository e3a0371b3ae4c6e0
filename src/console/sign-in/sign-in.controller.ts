import { Get, Inject, Post, Req } from '@nestjs/common';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import type { FormState } from '../../pages/form.js';
import { OpenToEverybody } from '../access/open-to-everybody.js';
import { consolePageOf, pageOfStage } from '../access/sign-in-pages.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { Sent, type SentForm } from '../operations/sent-form.decorator.js';
import { keepPreferences } from '../preferences/kept-preferences.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit, type ConsoleRequest } from '../visit/visit.js';
import { connectionFault } from './connection.js';
import { SessionStart } from './session-start.js';
import { firstStepFault } from './sign-in-fault.js';
import { signInPage } from './sign-in-page.js';

/** The first step of a sign-in, and the way out; before it, which language and colors the browser keeps. */
@ConsoleController()
export class SignInController {
  constructor(
    private readonly start: SessionStart,
    @Inject(CONFIG) private readonly config: Pick<SoukConfig, 'BASE_URL'>,
  ) {}

  @Get('sign-in')
  @OpenToEverybody()
  show(@CurrentVisit() visit: Visit, @Req() request: ConsoleRequest): Page {
    return this.page(visit, request, { values: { next: visit.query.get('next') ?? '' } });
  }

  @Post('sign-in')
  @OpenToEverybody()
  async begin(@Sent() { visit, form, ...sent }: SentForm): Promise<Page | SeeOther> {
    const given = { name: form.text('name'), password: form.exact('password') };
    try {
      const stage = await this.start.begin(given, sent.request, sent.response);
      const next = stage === 'full' ? consolePageOf(form.text('next')) : pageOfStage(stage);
      return new SeeOther(next);
    } catch (error) {
      const fault = firstStepFault(error, visit.language);
      return this.page(visit, sent.request, { ...form.sent, fault });
    }
  }

  @Post('sign-out')
  @OpenToEverybody()
  async signOut(@Sent() { request, response }: SentForm): Promise<SeeOther> {
    await this.start.end(request, response);
    return new SeeOther('sign-in', { done: 'signed-out' });
  }

  @Post('preferences')
  @OpenToEverybody()
  keep(@Sent() { visit, form, response }: SentForm): SeeOther {
    keepPreferences(form, visit, response);
    return new SeeOther(consolePageOf(form.text('page')));
  }

  private page(visit: Visit, { headers }: ConsoleRequest, state: FormState): Page {
    const { BASE_URL } = this.config;
    return signInPage(visit, state, connectionFault(headers, BASE_URL), BASE_URL);
  }
}
