import { Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { chosen, OwnConventionsDto } from '../../operations/shop/convention.operations.js';
import { OwnConventions } from '../../people/conventions/own-conventions.service.js';
import { consolePageOf } from '../access/sign-in-pages.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { formInput } from '../operations/form-input.js';
import { keepLanguage, keepPreferences } from '../preferences/kept-preferences.js';
import { SignInOrigins } from '../sign-in/sign-in-origin.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit, type ConsoleRequest } from '../visit/visit.js';
import { OwnAccount } from './own-account.service.js';

/** In which language, time zone, colors and columns operators read. Languages are kept by the browser as well, for the sign-in. */
@ConsoleController('own')
export class OwnChoicesController {
  constructor(
    private readonly account: OwnAccount,
    private readonly conventions: OwnConventions,
    private readonly origins: SignInOrigins,
  ) {}

  @Post('conventions')
  @NeedsPermission('any')
  async choose(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
    @Req() request: ConsoleRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(async () => {
      const given = formInput(OwnConventionsDto, form, { ...visit.conventions, holdsAll: true });
      const change = chosen(checkedInput(OwnConventionsDto, given));
      await this.conventions.set(visit.session, change, this.origins.of(request));
      if (change.language !== undefined) keepLanguage(change.language, response);
    });
    if (fault) return this.account.page(visit, { conventions: { ...form.sent, fault } });
    return new SeeOther('own', { done: 'conventions' });
  }

  /** In the menu of the person, and above lists. A language that is chosen there holds on other devices, too. */
  @Post('preferences')
  @NeedsPermission('any')
  async keep(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
    @Req() request: ConsoleRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SeeOther> {
    const language = keepPreferences(form, visit, response);
    if (language !== undefined) {
      await this.conventions.set(visit.session, { language }, this.origins.of(request));
    }
    return new SeeOther(consolePageOf(form.text('page')));
  }
}
