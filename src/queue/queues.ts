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
  /** Does jobs of extensions. A failure of their code is an outcome, too. */
  extension: 'extension',
  /** Deletes old entries of the journal of refused orders. */
  refusals: 'refusals',
} as const;

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

/**
 * Queues in which at most one job waits, under each key if they have keys; while it does, no other is written. In an
 * exclusive one it counts as long as it runs, too.
 */
export const QUEUE_POLICIES: Readonly<Partial<Record<string, 'exclusive' | 'short'>>> = {
  [QUEUES.refusals]: 'exclusive',
  [QUEUES.extension]: 'short',
};

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
  // Jobs have 120 seconds of it.
  extension: { ...MESSAGE_OPTIONS, expireInSeconds: 125 },
  refusals: {
    expireInSeconds: 60,
    retryLimit: 2,
    retentionSeconds: 24 * 3600,
    deleteAfterSeconds: 3600,
  },
};
