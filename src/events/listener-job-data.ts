import { QUEUES, type QueueName } from '../queue/queues.js';

/**
 * An event for one listener, or a job of an extension, which has the same attempts. A type alias, since an interface is not
 * assignable to JobData.
 */
export type ListenerJobData = Readonly<{
  /** Absent for an event of no account. */
  accountId?: number;
  extension: string;
  /** Of a job its name: by this property jobs have turns. */
  listener: string;
  /** JSON with `id` and `type`, the same at every attempt. */
  event: string;
  attempt: number;
  /** Since when the job waits for a process that has the listener, in milliseconds since the epoch. */
  waitingSinceMs?: number;
}>;

/** The `type` of a job of an extension; those of events have a dot. */
export const JOB_TYPE = 'job';

/** The queue of what has the type. */
export function queueOf(type: string): QueueName {
  return type === JOB_TYPE ? QUEUES.extension : QUEUES.listener;
}
