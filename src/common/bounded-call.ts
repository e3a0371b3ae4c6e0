import { TimeLimitError, withinTime } from './time-limit.js';

/** Calls code that may never answer: within a time limit, and not again while the former call still runs. */
export class BoundedCall<T> {
  private isRunning = false;

  constructor(
    private readonly work: () => T | Promise<T>,
    private readonly timeoutMs: number,
  ) {}

  /** @throws TimeLimitError; what the work throws */
  async run(): Promise<T> {
    if (this.isRunning) throw new TimeLimitError('an earlier call has not ended yet');
    this.isRunning = true;
    // It may throw before it returns a promise.
    const call = Promise.resolve().then(this.work);
    const ended = (): void => {
      this.isRunning = false;
    };
    call.then(ended, ended);
    return withinTime(call, this.timeoutMs, `no answer within ${this.timeoutMs / 1000} seconds`);
  }
}
