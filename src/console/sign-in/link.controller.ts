import { Get, Param, Post, Req } from '@nestjs/common';
import { LinkInvalidError } from '../../operators/operators.errors.js';
import { OperatorLinks } from '../../operators/links/operator-links.service.js';
import type { FormState } from '../../pages/form.js';
import { OpenToEverybody } from '../access/open-to-everybody.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit, type ConsoleRequest } from '../visit/visit.js';
import { LinkLookups } from './link-lookups.js';
import { deadLinkPage, linkPage } from './link-page.js';
import { signInFault } from './sign-in-fault.js';
import { SignInOrigins } from './sign-in-origin.js';
import { SIGN_IN_WORDS } from './sign-in-words.js';

/** Takes the one-time links by which operators set their passwords. */
@ConsoleController('link')
export class LinkController {
  constructor(
    private readonly links: OperatorLinks,
    private readonly lookups: LinkLookups,
    private readonly origins: SignInOrigins,
  ) {}

  @Get(':secret')
  @OpenToEverybody()
  show(
    @CurrentVisit() visit: Visit,
    @Param('secret') secret: string,
    @Req() request: ConsoleRequest,
  ): Promise<Page> {
    return this.page(visit, secret, request, {});
  }

  @Post(':secret')
  @OpenToEverybody()
  async redeem(
    @CurrentVisit() visit: Visit,
    @Param('secret') secret: string,
    @CurrentForm() form: FormValues,
    @Req() request: ConsoleRequest,
  ): Promise<Page | SeeOther> {
    const password = form.exact('password');
    if (password !== form.exact('repeat')) {
      const { mismatch } = SIGN_IN_WORDS[visit.language];
      const fault = { status: 422, message: mismatch, fields: { repeat: mismatch } };
      return this.page(visit, secret, request, { values: form.shown, fault });
    }
    try {
      const use = { secret, password, name: form.text('name') };
      await this.links.redeem(use, this.origins.of(request));
      return new SeeOther('sign-in', { done: 'password-set' });
    } catch (error) {
      const fault = signInFault(error, visit.language);
      return this.page(visit, secret, request, { values: form.shown, fault });
    }
  }

  private async page(
    visit: Visit,
    secret: string,
    request: ConsoleRequest,
    state: FormState,
  ): Promise<Page> {
    try {
      const link = await this.lookups.find(secret, this.origins.of(request).address);
      return linkPage(visit, link, secret, state);
    } catch (error) {
      if (error instanceof LinkInvalidError) return deadLinkPage(visit);
      throw error;
    }
  }
}
