import type { MailServer } from '../../notifications/mail/mail-server.entity.js';
import type { MailServerSettings } from '../../notifications/mail/mail-server.service.js';
import type { NotificationRecipient } from '../../notifications/recipients/recipient.entity.js';
import type { RecipientChange } from '../../notifications/recipients/recipients.service.js';
import { timeOf, timeText } from '../../operations/answers/shown.js';
import type {
  ListedRecipientDto,
  MailServerDto,
  MailServerSettingDto,
  RecipientChangeDto,
  RecipientDto,
} from './notifications.dto.js';

export function recipientShape(recipient: NotificationRecipient): RecipientDto {
  const { name, kind, address, topics, overdueMinutes, createdAt } = recipient;
  const created_at = timeText(createdAt);
  return { name, kind, address, topics, overdue_minutes: overdueMinutes, created_at };
}

export function listedRecipientShape(recipient: NotificationRecipient): ListedRecipientDto {
  const { lastSentAt, lastError } = recipient;
  const sending = { last_sent_at: timeOf(lastSentAt), last_error: lastError };
  return { ...recipientShape(recipient), ...sending };
}

export function recipientChangeOf(change: RecipientChangeDto): RecipientChange {
  const { overdue_minutes: overdueMinutes, ...others } = change;
  return { ...others, ...(overdueMinutes !== undefined && { overdueMinutes }) };
}

export function mailServerShape(server: MailServer): MailServerDto {
  const { host, port, security, username, encryptedPassword, sender } = server;
  return { host, port, security, username, has_password: encryptedPassword !== null, from: sender };
}

export function mailServerSettings(given: MailServerSettingDto): MailServerSettings {
  const { from: sender, username = '', ...others } = given;
  return { ...others, username, sender };
}
