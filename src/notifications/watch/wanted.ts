import type { NotificationRecipient } from '../recipients/recipient.entity.js';
import { isLasting, type LastingTopic } from '../topics.js';

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
