/** What operators can be notified of. The names are the types of the messages. */
export const TOPICS = {
  'order.waiting': 'an order waits for the operator',
  'order.overdue': 'an order waits for longer than overdue_minutes, whoever delivers it',
  'stock.low': 'a stock of codes is below its threshold',
  'stock.held': 'codes are held back, since a failover may have lost their orders',
  'supplier.failing': 'a supplier cannot be reached, or refuses us',
  'supplier.balance_low': 'our balance at a supplier is below its threshold',
  'supplier.held': 'a sync has held unusual changes of a supplier back',
  'purchase.unneeded': 'a supplier has delivered an order that was closed by hand',
  'backup.failing': 'no nightly backup can be made or restored',
  'account.balance_low': 'an account can spend less than its threshold',
  'account.halted': 'the orders of an account were halted',
  'extension.message': 'an extension has something to tell',
} as const;

export type Topic = keyof typeof TOPICS;

export const TOPIC_NAMES = Object.keys(TOPICS) as readonly Topic[];

/** The topics of what is told once, as it comes. */
const PASSING = ['order.waiting', 'order.overdue', 'extension.message'] as const;

/** The topics of what lasts until it ends. */
export type LastingTopic = Exclude<Topic, (typeof PASSING)[number]>;

export function isLasting(topic: Topic): topic is LastingTopic {
  return !PASSING.some((passing) => passing === topic);
}

/** The type of a message by which an operator tries a recipient. */
export const TEST_TYPE = 'test';

/** @returns the topic of that name; undefined for another text. */
export function topicOf(text: string): Topic | undefined {
  return TOPIC_NAMES.find((name) => name === text);
}
