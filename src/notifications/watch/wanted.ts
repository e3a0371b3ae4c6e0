import type { Notice } from '../messages/notice.js';
import type { NotificationRecipient } from '../recipients/recipient.entity.js';
import type { LastingTopic, Topic } from '../topics.js';

type Listening = Pick<NotificationRecipient, 'topics' | 'overdueMinutes'>;

/** What somebody wants to be told of; nothing else is looked for. */
export interface Wanted {
  readonly waiting: boolean;
  /** The ages of orders that are overdue for somebody, each once. */
  readonly overdueMinutes: readonly number[];
  readonly lasting: readonly LastingTopic[];
}

export function wantedOf(recipients: readonly Listening[]): Wanted {
  const topics = new Set(recipients.flatMap((recipient) => recipient.topics));
  const overdue = recipients.filter(({ topics: own }) => own.includes('order.overdue'));
  return {
    waiting: topics.has('order.waiting'),
    overdueMinutes: [...new Set(overdue.map(({ overdueMinutes }) => overdueMinutes))],
    lasting: [...topics].filter(isLasting),
  };
}

/** True if the recipient is to get the notice. */
export function hears({ topics, overdueMinutes }: Listening, { type, data }: Notice): boolean {
  if (!topics.some((topic) => topic === type)) return false;
  return type !== 'order.overdue' || data.minutes === overdueMinutes;
}

function isLasting(topic: Topic): topic is LastingTopic {
  return topic !== 'order.waiting' && topic !== 'order.overdue';
}
