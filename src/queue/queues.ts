import type { QueueOptions } from 'pg-boss';

/** All job queues. They are listed here because they are created with the schema, before any job is written. */
export const QUEUES = {
  /** Asks handlers to fulfill waiting orders. A failure of a handler is an outcome, so the job itself rarely fails. */
  fulfillment: 'fulfillment',
  /** Sends webhooks. A failure of the receiver is an outcome, too. */
  webhook: 'webhook',
  /** Sends notifications to operators. A failure of the receiver or mail server is an outcome, too. */
  notification: 'notification',
  /** Hands events to listeners of extensions. A failure of the listener is an outcome, too. */
  listener: 'listener',
  /** Deletes old entries of the journal of refused orders. */
  refusals: 'refusals',
} as const;

/** Queues in which at most one job waits or runs; while it does, no other is written. */
export const EXCLUSIVE_QUEUES: ReadonlySet<string> = new Set([QUEUES.refusals]);

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

/** Of a message to somebody outside. All times are in seconds. */
const MESSAGE_OPTIONS: QueueOptions = {
  expireInSeconds: 60,
  retryLimit: 100,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  retentionSeconds: 30 * 24 * 3600,
  deleteAfterSeconds: 600,
};

/** Retention and retries of jobs; all times are in seconds. */
export const QUEUE_OPTIONS: Readonly<Record<QueueName, QueueOptions>> = {
  fulfillment: {
    // A job whose process was killed is run by another one after this time. Handlers have 120 seconds of it.
    expireInSeconds: 125,
    retryLimit: 100,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    retentionSeconds: 30 * 24 * 3600,
    deleteAfterSeconds: 3600,
  },
  webhook: MESSAGE_OPTIONS,
  notification: MESSAGE_OPTIONS,
  listener: MESSAGE_OPTIONS,
  refusals: {
    expireInSeconds: 60,
    retryLimit: 2,
    retentionSeconds: 24 * 3600,
    deleteAfterSeconds: 3600,
  },
};
