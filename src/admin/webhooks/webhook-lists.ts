import type { WebhookService } from '../../account/webhooks/settings/webhook.service.js';
import { utcTime } from '../../books/utc-time.js';
import type { Position } from '../../common/paging.js';
import { isStorableText } from '../../common/text.js';
import type { ListFile } from '../http/list-files.js';
import { pageOf, type ItemsPage } from '../http/page.js';
import { webhookFailureShape } from './webhook-shapes.js';
import type { WebhookFailureDto, WebhookFailureQuery } from './webhooks.dto.js';

export const WEBHOOK_FAILURES_FILE: ListFile = {
  permission: 'webhooks.read',
  columns: {
    message_id: 'text',
    account_id: 'plain',
    event: 'text',
    attempts: 'plain',
    reason: 'text',
    first_failed_at: 'plain',
    last_failed_at: 'plain',
    next_try_at: 'plain',
  },
};

/** A page of the messages that have not arrived, the last failed first. */
export function webhookFailurePage(
  webhooks: WebhookService,
  query: WebhookFailureQuery,
): Promise<ItemsPage<WebhookFailureDto>> {
  const account = query.account_id === undefined ? undefined : Number(query.account_id);
  return pageOf(
    {
      name: 'webhook failures',
      read: (after: Position | undefined, limit) => webhooks.failurePage(after, limit, account),
      keyOf: ({ time, messageId }) => [time, messageId],
      parseKey: ([time = '', id = '']) =>
        utcTime(time) === time && isStorableText(id) ? { time, id } : undefined,
    },
    query,
    webhookFailureShape,
  );
}
