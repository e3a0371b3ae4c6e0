import { Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { OpenToEverybody } from '../access/open-to-everybody.js';
import { consolePageOf, pageOfStage } from '../access/sign-in-pages.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit, type ConsoleRequest } from '../visit/visit.js';
import { connectionFault } from './connection.js';
import { SessionStart } from './session-start.js';
import { signInFault } from './sign-in-fault.js';
import { signInPage } from './sign-in-page.js';

/** The first step of a sign-in. */
@ConsoleController('sign-in')
export class SignInController {
  constructor(
    private readonly start: SessionStart,
    @Inject(CONFIG) private readonly config: Pick<SoukConfig, 'BASE_URL'>,
  ) {}

  @Get()
  @OpenToEverybody()
  show(@CurrentVisit() visit: Visit, @Req() request: ConsoleRequest): Page {
    return this.page(visit, request, { values: { next: visit.query.get('next') ?? '' } });
  }

  @Post()
  @OpenToEverybody()
  async begin(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
    @Req() request: ConsoleRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Page | SeeOther> {
    const given = { name: form.text('name'), password: form.exact('password') };
    try {
      const stage = await this.start.begin(given, request, response);
      const next = stage === 'full' ? consolePageOf(form.text('next')) : pageOfStage(stage);
      return new SeeOther(next);
    } catch (error) {
      const fault = signInFault(error, visit.language);
      return this.page(visit, request, { ...form.sent, fault });
    }
  }

  private page(
    visit: Visit,
    { headers }: ConsoleRequest,
    state: Parameters<typeof signInPage>[1],
  ): Page {
    const { BASE_URL } = this.config;
    return signInPage(visit, state, connectionFault(headers, BASE_URL), BASE_URL);
  }
}
