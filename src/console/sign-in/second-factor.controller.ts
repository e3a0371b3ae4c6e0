import { Get, Post, Req } from '@nestjs/common';
import type { SessionPrincipal } from '../../people/sessions/operator-sessions.service.js';
import type { SessionStage } from '../../people/sessions/session-validity.js';
import { OwnTwoFactor } from '../../people/sign-in/own-two-factor.service.js';
import { SecondFactorSignIn } from '../../people/sign-in/second-factor.service.js';
import { OpenToEverybody } from '../access/open-to-everybody.js';
import { SessionLookups } from '../access/session-lookups.js';
import { SessionCookie } from '../access/session-cookie.js';
import { pageOfStage } from '../access/sign-in-pages.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { Sent, type SentForm } from '../operations/sent-form.decorator.js';
import type { Page } from '../visit/page.js';
import { SeeOther, SeeOtherError } from '../visit/see-other.js';
import { CurrentVisit, Visit, type ConsoleRequest } from '../visit/visit.js';
import {
  beginEnrolmentPage,
  codePage,
  enrolmentPage,
  recoveryCodesPage,
} from './second-factor-pages.js';
import { signInFault } from './sign-in-fault.js';
import { SignInOrigins } from './sign-in-origin.js';

/** The second step of a sign-in: a code, or setting the second factor up. */
@ConsoleController('sign-in')
export class SecondFactorController {
  constructor(
    private readonly sessions: SessionLookups,
    private readonly step: SecondFactorSignIn,
    private readonly twoFactor: OwnTwoFactor,
    private readonly cookie: SessionCookie,
    private readonly origins: SignInOrigins,
  ) {}

  @Get('code')
  @OpenToEverybody()
  async showCode(@CurrentVisit() visit: Visit, @Req() request: ConsoleRequest): Promise<Page> {
    await this.sessionOf(request, 'code');
    return codePage(visit, {});
  }

  @Post('code')
  @OpenToEverybody()
  async giveCode(@Sent() { visit, form, request, response }: SentForm): Promise<Page | SeeOther> {
    const secret = this.secretOf(request);
    // In turn with other strangers at its address, so that guessed sessions take no connections from orders.
    await this.sessionOf(request, 'code');
    try {
      const session = await this.step.withCode(secret, form.text('code'), this.origins.of(request));
      this.cookie.set(response, session);
      return new SeeOther('');
    } catch (error) {
      return codePage(visit, { fault: signInFault(error, visit.language) });
    }
  }

  @Get('two-factor')
  @OpenToEverybody()
  async showBeginning(@CurrentVisit() visit: Visit, @Req() request: ConsoleRequest): Promise<Page> {
    await this.sessionOf(request, 'enrol');
    return beginEnrolmentPage(visit);
  }

  /** Makes a key, or takes the first code of the key that was made. */
  @Post('two-factor')
  @OpenToEverybody()
  async setUp(@Sent() { visit, form, request, response }: SentForm): Promise<Page> {
    const principal = await this.sessionOf(request, 'enrol');
    const origin = this.origins.of(request);
    const code = form.text('code');
    try {
      if (code === '') {
        return enrolmentPage(visit, await this.twoFactor.offer(principal, null, origin), {});
      }
      const enrolled = await this.step.enrol(this.secretOf(request), code, origin);
      this.cookie.set(response, enrolled);
      return recoveryCodesPage(visit, enrolled.recoveryCodes);
    } catch (error) {
      return enrolmentPage(visit, undefined, { fault: signInFault(error, visit.language) });
    }
  }

  private secretOf({ headers }: ConsoleRequest): string {
    const secret = this.cookie.read(headers);
    if (secret === undefined) throw new SeeOtherError(new SeeOther(pageOfStage(undefined)));
    return secret;
  }

  /** @throws SeeOtherError to the page on which the person goes on */
  private async sessionOf(request: ConsoleRequest, stage: SessionStage): Promise<SessionPrincipal> {
    const { address } = this.origins.of(request);
    const principal = await this.sessions.find(this.secretOf(request), address);
    if (principal?.stage === stage) return principal;
    throw new SeeOtherError(new SeeOther(pageOfStage(principal?.stage)));
  }
}
