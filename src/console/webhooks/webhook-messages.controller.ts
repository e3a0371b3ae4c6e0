import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { webhookFailures } from '../../operations/accounts/webhook.lists.js';
import {
  webhookRelease,
  type MessageReleaseDto,
  type ReleasedMessagesDto,
} from '../../operations/accounts/webhook.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { failuresPage } from './failures-page.js';

const PAGE = 'shop/webhooks';

/** Messages to accounts that have not arrived, and those that are held back after a restore. */
@ConsoleController('shop')
@OperationForms<WebhookMessagesController>({
  'webhook-messages/release': {
    operation: webhookRelease,
    to: () => PAGE,
    done: (answer, { drop }: MessageReleaseDto) => {
      const { released, dropped } = answer as ReleasedMessagesDto;
      return { done: drop ? 'dropped' : 'released', count: String(released + dropped) };
    },
  },
})
export class WebhookMessagesController {
  constructor(private readonly lists: ConsoleLists) {}

  @Get('webhooks')
  @NeedsPermission('webhooks.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.show(webhookFailures, visit, (found, filter) =>
      failuresPage(visit, filter, found),
    );
  }

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    const found = await this.lists.first(webhookFailures, visit);
    return failuresPage(visit, refused?.state ?? {}, found);
  }
}
