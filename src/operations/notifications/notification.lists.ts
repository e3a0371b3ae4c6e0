import { isStorableText } from '../../common/text.js';
import { MailServers } from '../../notifications/mail/mail-server.service.js';
import type { NotificationRecipient } from '../../notifications/recipients/recipient.entity.js';
import { Recipients } from '../../notifications/recipients/recipients.service.js';
import { text, time } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { list } from '../lists/list.js';
import { reading, type AskedReading } from '../reading.js';
import { MAIL_SERVER_SHAPE } from './mail-server.operations.js';
import { RECIPIENT_SHAPE } from './notification.operations.js';

/** A recipient of the list, with how sending goes. */
export const LISTED_RECIPIENT = shapeOf<NotificationRecipient>()('ListedRecipientDto', {
  ...RECIPIENT_SHAPE.fields,
  last_sent_at: time.orNull(),
  last_error: text({
    example: '',
    description: 'Why the last attempt failed; empty if it did not.',
  }),
});
export type ListedRecipientDto = ShownBy<typeof LISTED_RECIPIENT>;

export const recipientList = list({
  name: 'notify list',
  operationId: 'notifications',
  summary: 'who is notified of what, by name',
  permission: 'notifications.read',
  route: 'GET notifications',
  item: LISTED_RECIPIENT,
  rows: ({ services }) => ({
    name: 'notifications',
    read: (after: string | undefined, limit) => services(Recipients).page(after ?? '', limit),
    keyOf: ({ name }) => [name],
    parseKey: ([name]) => (name !== undefined && isStorableText(name) ? name : undefined),
  }),
});

export const recipientShow = reading({
  name: 'notify show',
  operationId: 'notification',
  summary: 'one recipient',
  permission: 'notifications.read',
  route: 'GET notifications/:name',
  of: 'recipient',
  shape: RECIPIENT_SHAPE,
  read: ({ services, id: name }: AskedReading<string>) => services(Recipients).get(name),
});

export const mailServerShow = reading({
  name: 'notify mail-server show',
  operationId: 'mail-server',
  summary: 'the mail server of notifications, without its password',
  permission: 'settings.read',
  route: 'GET mail-server',
  shape: MAIL_SERVER_SHAPE,
  read: ({ services }) => services(MailServers).get(),
});
