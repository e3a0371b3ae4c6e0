import { WebhookService } from '../../account/webhooks/settings/webhook.service.js';
import type { ListedFailure } from '../../account/webhooks/webhook.repository.js';
import type { Position } from '../../common/paging.js';
import { isStorableText } from '../../common/text.js';
import { text, time, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { IdParameter } from '../fields/fields.js';
import { list } from '../lists/list.js';
import { ListQuery, numberOf, timeKey } from '../lists/page.js';
import { reading } from '../reading.js';
import { WEBHOOK_SHAPE } from './webhook.operations.js';

export class WebhookFailureQuery extends ListQuery {
  @IdParameter({ flag: 'account', description: 'Only messages to this account.' })
  account_id?: string;
}

/** A message that has not arrived yet. */
const WEBHOOK_FAILURE = shapeOf<ListedFailure>()('WebhookFailureDto', {
  message_id: text({ example: 'msg_2f4f6f0f9f11' }),
  account_id: whole({ example: 2 }),
  event: text(({ eventType }) => eventType, { example: 'order.accepted' }),
  attempts: whole({ example: 3 }),
  reason: text({ example: 'it answered HTTP 500' }),
  first_failed_at: time(),
  last_failed_at: time(),
  next_try_at: time.orNull({ description: 'Null if it was given up.' }),
});
export type WebhookFailureDto = ShownBy<typeof WEBHOOK_FAILURE>;

export const webhookFailures = list({
  name: 'webhook failures',
  operationId: 'webhook-failures',
  summary: 'messages that did not arrive, the last failed first',
  permission: 'webhooks.read',
  route: 'GET webhook-failures',
  query: WebhookFailureQuery,
  item: WEBHOOK_FAILURE,
  rows: ({ services, query }) => ({
    name: 'webhook failures',
    read: (after: Position | undefined, limit) =>
      services(WebhookService).failurePage(after, limit, numberOf(query.account_id)),
    keyOf: ({ time: at, messageId }) => [at, messageId],
    parseKey: timeKey(isStorableText),
  }),
});

export const webhookShow = reading({
  name: 'webhook show',
  operationId: 'webhook',
  summary: 'where an account is told, without the secret',
  permission: 'webhooks.read',
  route: 'GET accounts/:id/webhook',
  of: 'account',
  shape: WEBHOOK_SHAPE,
  read: ({ services, id }) => services(WebhookService).get(id),
});
