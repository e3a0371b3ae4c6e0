/** An event for one listener. A type alias, since an interface is not assignable to JobData. */
export type ListenerJobData = Readonly<{
  /** Absent for an event of no account. */
  accountId?: number;
  extension: string;
  listener: string;
  /** JSON, the same at every attempt. */
  event: string;
  attempt: number;
  /** Since when the job waits for a process that has the listener, in milliseconds since the epoch. */
  waitingSinceMs?: number;
}>;
