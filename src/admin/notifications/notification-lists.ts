import type { Recipients } from '../../notifications/recipients/recipients.service.js';
import type { NotificationRecipient } from '../../notifications/recipients/recipient.entity.js';
import type { ListFile } from '../http/list-files.js';
import {
  pageOf,
  type ItemsPage,
  type PagedList,
  type PageQuery,
} from '../../operations/lists/page.js';
import { listedRecipientShape } from './notification-shapes.js';
import type { ListedRecipientDto } from './notifications.dto.js';

export const RECIPIENTS_FILE: ListFile = {
  permission: 'notifications.read',
  columns: {
    name: 'text',
    kind: 'text',
    address: 'text',
    topics: 'json',
    overdue_minutes: 'plain',
    created_at: 'plain',
    last_sent_at: 'plain',
    last_error: 'text',
  },
};

/** A page of the recipients, by name. */
export function recipientPage(
  recipients: Recipients,
  query: PageQuery,
): Promise<ItemsPage<ListedRecipientDto>> {
  const list: PagedList<NotificationRecipient, string> = {
    name: 'notifications',
    read: (after = '', limit) => recipients.page(after, limit),
    keyOf: ({ name }) => [name],
    parseKey: ([name]) => name,
  };
  return pageOf(list, query, listedRecipientShape);
}
