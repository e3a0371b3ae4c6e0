import { Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { OwnTwoFactor } from '../../people/sign-in/own-two-factor.service.js';
import { SecondFactorSignIn } from '../../people/sign-in/second-factor.service.js';
import { SessionCookie } from '../access/session-cookie.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { Sent, type SentForm } from '../operations/sent-form.decorator.js';
import { recoveryCodesPage } from '../sign-in/second-factor-pages.js';
import { signInFault } from '../sign-in/sign-in-fault.js';
import { SignInOrigins } from '../sign-in/sign-in-origin.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { OwnAccount } from './own-account.service.js';
import { ownFactorPage } from './own-page.js';

/** An operator's own second factor. */
@ConsoleController('own/two-factor')
export class OwnTwoFactorController {
  constructor(
    private readonly account: OwnAccount,
    private readonly twoFactor: OwnTwoFactor,
    private readonly step: SecondFactorSignIn,
    private readonly cookie: SessionCookie,
    private readonly origins: SignInOrigins,
  ) {}

  /** Makes a key, for the password. */
  @Post()
  @NeedsPermission('any')
  offer(@Sent() { visit, form, request }: SentForm): Promise<Page | SeeOther> {
    const given = [form.exact('present'), this.origins.of(request)] as const;
    return this.account.changed(visit, 'factor', async () =>
      ownFactorPage(visit, await this.twoFactor.offer(visit.session, ...given), {}),
    );
  }

  /** Takes the first code of the key. */
  @Post('confirm')
  @NeedsPermission('any')
  async confirm(@Sent() { visit, form, request, response }: SentForm): Promise<Page> {
    const secret = this.cookie.read(request.headers) ?? '';
    try {
      const origin = this.origins.of(request);
      const enrolled = await this.step.enrol(secret, form.text('code'), origin);
      this.cookie.set(response, enrolled);
      return recoveryCodesPage(visit, enrolled.recoveryCodes);
    } catch (error) {
      return ownFactorPage(visit, undefined, { fault: signInFault(error, visit.language) });
    }
  }

  @Post('off')
  @NeedsPermission('any')
  turnOff(@Sent() { visit, form, request }: SentForm): Promise<Page | SeeOther> {
    return this.account.changed(visit, 'factor', async () => {
      await this.twoFactor.turnOff(visit.session, form.text('code'), this.origins.of(request));
      return new SeeOther('own', { done: 'factor-off' });
    });
  }
}
