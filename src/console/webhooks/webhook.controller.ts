import { Get, Post } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { WebhookService } from '../../account/webhooks/settings/webhook.service.js';
import { accountShape } from '../../operations/accounts/account.operations.js';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathId } from '../../admin/http/path-parts.js';
import { WebhookAdmin } from '../../admin/webhooks/webhook-admin.service.js';
import { webhookShape } from '../../admin/webhooks/webhook-shapes.js';
import { WebhookSettingsDto, type ChangedWebhookDto } from '../../admin/webhooks/webhooks.dto.js';
import type { FormState } from '../../pages/form.js';
import { checked } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { secretPage, webhookPage } from './webhook-page.js';

/** Where an account is told of its orders and balance. */
@ConsoleController('shop/webhooks/:id')
export class WebhookController {
  constructor(
    private readonly accounts: AccountService,
    private readonly webhooks: WebhookService,
    private readonly changes: WebhookAdmin,
  ) {}

  @Get()
  @NeedsPermission('webhooks.read')
  show(@CurrentVisit() visit: Visit, @PathId('id') id: number): Promise<Page> {
    return this.page(visit, id, {});
  }

  @Post()
  @NeedsPermission('webhooks.edit')
  set(
    @CurrentVisit() visit: Visit,
    @PathId('id') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.changed(visit, id, form.shown, 'set', () => {
      const lowest = form.text('balance_low');
      const given = { ...form.given('url'), balance_low: lowest === '' ? null : lowest };
      return this.changes.set(id, checked(WebhookSettingsDto, given), visit.caller.author);
    });
  }

  @Post('rotate-secret')
  @NeedsPermission('webhooks.edit')
  rotateSecret(@CurrentVisit() visit: Visit, @PathId('id') id: number): Promise<Page | SeeOther> {
    const { author } = visit.caller;
    return this.changed(visit, id, {}, 'set', () => this.changes.rotateSecret(id, author));
  }

  @Post('off')
  @NeedsPermission('webhooks.edit')
  async switchOff(@CurrentVisit() visit: Visit, @PathId('id') id: number): Promise<SeeOther> {
    await this.changes.switchOff(id, visit.caller.author);
    return new SeeOther(`shop/webhooks/${id}`, { done: 'off' });
  }

  @Post('test')
  @NeedsPermission('webhooks.resend')
  async test(@CurrentVisit() visit: Visit, @PathId('id') id: number): Promise<Page | SeeOther> {
    try {
      await this.changes.test(id, visit.caller.author);
      return new SeeOther(`shop/webhooks/${id}`, { done: 'test' });
    } catch (error) {
      return this.page(visit, id, { fault: formFault(error) });
    }
  }

  /** A secret that the change has made is shown by its answer alone. */
  private async changed(
    visit: Visit,
    id: number,
    values: FormState['values'],
    done: string,
    change: () => Promise<ChangedWebhookDto>,
  ): Promise<Page | SeeOther> {
    try {
      // Read first, because what fails after the change would hide the secret for good.
      const account = await this.account(id);
      const { secret } = await change();
      if (secret !== null) return secretPage(visit, account, secret);
      return new SeeOther(`shop/webhooks/${id}`, { done });
    } catch (error) {
      const fault = formFault(error);
      return this.page(visit, id, values ? { values, fault } : { fault });
    }
  }

  private async page(visit: Visit, id: number, state: FormState): Promise<Page> {
    const found = await this.webhooks.find(id);
    return webhookPage(visit, await this.account(id), found && webhookShape(found), state);
  }

  private async account(id: number): Promise<AccountDto> {
    return accountShape(await this.accounts.get(id));
  }
}
