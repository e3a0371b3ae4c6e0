import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  LinkInvalidError,
  SignInBusyError,
  SignInDelayedError,
  SignInRefusedError,
} from '../../people/operators.errors.js';
import { OperatorLinks } from '../../people/links/operator-links.service.js';
import { OpenToEverybody } from '../access/open-to-everybody.js';
import { pageOfStage } from '../access/sign-in-pages.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { OpenForms, ReadsItsForm } from '../http/open-forms.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit, type ConsoleRequest } from '../visit/visit.js';
import { LinkLookups } from './link-lookups.js';
import { deadLinkPage, linkPage } from './link-page.js';
import { SessionStart } from './session-start.js';
import { mismatchFault, signInFault } from './sign-in-fault.js';
import { SignInOrigins } from './sign-in-origin.js';

/** As after too many attempts with this name. */
const REFUSALS = [SignInBusyError, SignInDelayedError, SignInRefusedError];

/** Takes the one-time links by which operators set their passwords or sign in. */
@ConsoleController('link')
export class LinkController {
  constructor(
    private readonly links: OperatorLinks,
    private readonly lookups: LinkLookups,
    private readonly forms: OpenForms,
    private readonly start: SessionStart,
    private readonly origins: SignInOrigins,
  ) {}

  @Get(':secret')
  @OpenToEverybody()
  async show(
    @CurrentVisit() visit: Visit,
    @Param('secret') secret: string,
    @Req() request: ConsoleRequest,
  ): Promise<Page> {
    const link = await this.find(secret, request);
    return link ? linkPage(visit, link, secret, {}) : deadLinkPage(visit);
  }

  @Post(':secret')
  @OpenToEverybody()
  @ReadsItsForm()
  async redeem(
    @CurrentVisit() visit: Visit,
    @Param('secret') secret: string,
    @Req() request: ConsoleRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Page | SeeOther> {
    // Before the form is received: a link that is none has no use for it.
    const link = await this.find(secret, request);
    if (!link) return deadLinkPage(visit);
    const form = await this.forms.readOfLink(request, secret);
    try {
      if (link.signsIn) {
        return new SeeOther(pageOfStage(await this.start.beginByLink(secret, request, response)));
      }
      const password = form.exact('password');
      if (password !== form.exact('repeat')) {
        const fault = mismatchFault(visit.language);
        return linkPage(visit, link, secret, { ...form.sent, fault });
      }
      const use = { secret, password, name: form.text('name') };
      const name = await this.links.redeem(use, this.origins.of(request));
      return await this.signedIn({ name, password }, request, response);
    } catch (error) {
      if (error instanceof LinkInvalidError) return deadLinkPage(visit);
      const fault = signInFault(error, visit.language);
      return linkPage(visit, link, secret, { ...form.sent, fault });
    }
  }

  /** The next page of a person whose password was just set; the link is used up, so a refusal leads to the usual sign-in. */
  private async signedIn(
    given: { readonly name: string; readonly password: string },
    request: ConsoleRequest,
    response: Response,
  ): Promise<SeeOther> {
    try {
      return new SeeOther(pageOfStage(await this.start.begin(given, request, response)));
    } catch (error) {
      if (!REFUSALS.some((refusal) => error instanceof refusal)) throw error;
      return new SeeOther('sign-in', { done: 'password-set' });
    }
  }

  private find(secret: string, request: ConsoleRequest): ReturnType<LinkLookups['find']> {
    return this.lookups.find(secret, this.origins.of(request).address);
  }
}
