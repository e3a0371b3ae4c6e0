import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { WebhookAdmin } from '../../admin/webhooks/webhook-admin.service.js';
import { webhookFailurePage } from '../../admin/webhooks/webhook-lists.js';
import { WebhookFailureQuery } from '../../admin/webhooks/webhooks.dto.js';
import { WebhookService } from '../../account/webhooks/settings/webhook.service.js';
import { checked, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { failuresPage } from './failures-page.js';

/** Messages to accounts that have not arrived, and those that are held back after a restore. */
@ConsoleController('shop')
export class WebhookMessagesController {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly changes: WebhookAdmin,
  ) {}

  @Get('webhooks')
  @NeedsPermission('webhooks.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page> {
    const values = parametersOf(visit.query, ['account_id']);
    try {
      const paging = parametersOf(visit.query, ['cursor']);
      const query = checked(WebhookFailureQuery, { ...values, ...paging });
      return failuresPage(visit, { values }, await webhookFailurePage(this.webhooks, query));
    } catch (error) {
      const nothing = { items: [], next: null };
      return failuresPage(visit, { values, fault: formFault(error) }, nothing);
    }
  }

  /** Sends what is held back, or deletes it. */
  @Post('webhook-messages/release')
  @NeedsPermission('webhooks.resend')
  async release(@CurrentVisit() visit: Visit, @CurrentForm() form: FormValues): Promise<SeeOther> {
    const isDropped = form.text('drop') === 'on';
    const { released, dropped } = await this.changes.release(isDropped, visit.caller.author);
    return new SeeOther('shop/webhooks', {
      done: isDropped ? 'dropped' : 'released',
      count: String(released + dropped),
    });
  }
}
