import { webhookFailures } from '../../operations/accounts/webhook.lists.js';
import {
  webhookRelease,
  type MessageReleaseDto,
  type ReleasedMessagesDto,
} from '../../operations/accounts/webhook.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { ListPage, type Listed } from '../operations/list-page.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { failuresPage } from './failures-page.js';

const PAGE = 'shop/webhooks';

/** Messages to accounts that have not arrived, and those that are held back after a restore. */
@ConsoleController('shop')
@ListPage(
  webhookFailures,
  {
    'webhook-messages/release': {
      operation: webhookRelease,
      to: () => PAGE,
      done: (answer, { drop }: MessageReleaseDto) => {
        const { released, dropped } = answer as ReleasedMessagesDto;
        return { done: drop ? 'dropped' : 'released', count: String(released + dropped) };
      },
    },
  },
  { path: 'webhooks' },
)
export class WebhookMessagesController {
  shown(visit: Visit, listed: Listed<typeof webhookFailures>): Page {
    return failuresPage(visit, listed);
  }
}
