import { withinTime } from './time-limit.js';

/** Too many calls wait already, or this one has waited for too long. */
export class CallsExceededError extends Error {
  constructor() {
    super('too many calls at once');
  }
}

interface Limits {
  /** Most calls that run at a time. */
  readonly concurrent: number;
  /** Most calls that wait for their turn. */
  readonly waiting: number;
  /** How long a call may take, with the time for which it waits. */
  readonly timeoutMs: number;
}

/** A call that waits longer than this part of its time is not started, because the rest would be too short for it. */
const QUEUE_FRACTION = 3 / 4;

/** Limits calls of something slow: how many run at a time, and how long each may take. First in, first out. */
export class LimitedCalls {
  private running = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly limits: Limits) {}

  /** True if another call would wait. */
  get isFull(): boolean {
    return this.running >= this.limits.concurrent;
  }

  /**
   * @param call its signal is aborted at the time limit. A call that does not end then is no longer counted.
   * @throws CallsExceededError; TimeLimitError after the time limit; what the call throws
   */
  async run<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { timeoutMs } = this.limits;
    const endsAt = performance.now() + timeoutMs;
    if (this.isFull) await this.turn();
    else this.running++;
    try {
      return await this.within(endsAt - performance.now(), call);
    } finally {
      this.passOn();
    }
  }

  private turn(): Promise<void> {
    const { waiting, timeoutMs } = this.limits;
    if (this.waiting.size >= waiting) throw new CallsExceededError();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const timeout = setTimeout(() => {
      this.waiting.delete(begin);
      reject(new CallsExceededError());
    }, timeoutMs * QUEUE_FRACTION);
    const begin = (): void => {
      clearTimeout(timeout);
      resolve(undefined);
    };
    this.waiting.add(begin);
    return promise;
  }

  private within<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new AbortController();
    const late = `no answer within ${this.limits.timeoutMs} ms`;
    return withinTime(call(limit.signal), ms, late, limit);
  }

  /** Gives the slot of an ended call to the next one, or frees it. */
  private passOn(): void {
    const [next] = this.waiting;
    if (next) {
      this.waiting.delete(next);
      next();
    } else {
      this.running--;
    }
  }
}
