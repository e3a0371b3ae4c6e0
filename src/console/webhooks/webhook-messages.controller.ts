import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { WebhookAdmin } from '../../admin/webhooks/webhook-admin.service.js';
import { webhookFailurePage, WEBHOOK_FAILURES_FILE } from '../../admin/webhooks/webhook-lists.js';
import { WebhookFailureQuery } from '../../admin/webhooks/webhooks.dto.js';
import { WebhookService } from '../../account/webhooks/settings/webhook.service.js';
import { checked, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
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
    private readonly files: ListFiles,
  ) {}

  @Get('webhooks')
  @NeedsPermission('webhooks.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const values = parametersOf(visit.query, ['account_id']);
    try {
      const paging = parametersOf(visit.query, LIST_PARAMETERS);
      const query = checked(WebhookFailureQuery, { ...values, ...paging });
      const answer = this.files.answer(WEBHOOK_FAILURES_FILE, query, visit.caller, (part) =>
        webhookFailurePage(this.webhooks, part),
      );
      return await pageOrFile(answer, 'webhook-failures', (found) =>
        failuresPage(visit, { values }, found),
      );
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
