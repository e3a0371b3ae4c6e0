import type { Notice } from '../messages/notice.js';
import type { NotificationRecipient } from './recipient.entity.js';

type Listening = Pick<NotificationRecipient, 'topics' | 'overdueMinutes'>;

/** True if the recipient is to get the notice. */
export function hears({ topics, overdueMinutes }: Listening, { type, data }: Notice): boolean {
  if (!topics.some((topic) => topic === type)) return false;
  return type !== 'order.overdue' || data.minutes === overdueMinutes;
}
