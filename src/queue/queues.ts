import type { QueueOptions } from 'pg-boss';

/** What the letter box is for. Every queue is named here, since the schema of the jobs is made before they are. */
export const QUEUES = {
  /** Delivers waiting orders. A handler's own failures are no failures of the job, so this one hardly ever fails. */
  fulfillment: 'fulfillment',
  /** Tells accounts of their orders and balance. A receiver's failure is no failure of the job either. */
  webhook: 'webhook',
} as const;

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

/** How jobs are kept and repeated; times in seconds. */
export const QUEUE_OPTIONS: Readonly<Record<QueueName, QueueOptions>> = {
  fulfillment: {
    // A job whose process was killed is taken by another one after this long.
    expireInSeconds: 120,
    retryLimit: 100,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    retentionSeconds: 30 * 24 * 3600,
    deleteAfterSeconds: 3600,
  },
  webhook: {
    expireInSeconds: 60,
    retryLimit: 100,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    retentionSeconds: 30 * 24 * 3600,
    deleteAfterSeconds: 600,
  },
};
