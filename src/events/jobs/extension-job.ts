import type { Logger } from 'pino';

/** How a job is handed over. */
export interface JobOptions {
  /** `job_…`; the same at every attempt, so that it serves others as an idempotency key. */
  readonly id: string;
  /** 1, then counting up with each failure. A repetition after a killed process has the number of the former. */
  readonly attempt: number;
  /** Aborted after 120 seconds, when the attempt has failed. */
  readonly signal: AbortSignal;
  /** Its lines name the extension and the job. */
  readonly logger: Logger;
}

/** Work that `ExtensionJobs` sends in a transaction, and that is done after its commit, at least once. */
export interface ExtensionJob {
  /** Lower-case letters, digits and hyphens; unique within the extension. It must stay the same in later versions. */
  readonly name: string;

  /**
   * Whole seconds from each failed attempt to the next one, in their order: after the last one the job is given up. At most
   * 20, each from 1 to 604800 (a week). If left out, 5 seconds, 5 minutes, half an hour and so on, for about three days.
   */
  readonly retryAfterSeconds?: readonly number[];

  /**
   * Does the work, outside of any transaction; it may call the network and `Shop`. It may get the same job again, also after
   * it has done it, and several jobs at a time, in another order than they were sent. If it throws or takes longer than 120
   * seconds, it gets the job again later; when it is given up, `souk extension failures` lists it, and it can be sent again.
   * @param data what was sent, as JSON gives it back
   */
  handle(data: unknown, options: JobOptions): Promise<void>;
}
