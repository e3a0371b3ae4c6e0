/** Frees the slot of a request; further calls do nothing. */
export type ReleaseSlot = () => void;

/** No slot came free in time, or too many requests wait, or the caller has gone. */
export class NoTurnError extends Error {
  constructor() {
    super('no turn came in time');
  }
}

export interface TurnLimits {
  /** Requests that run at a time. */
  readonly maxRunning: number;
  /** Those of one caller. */
  readonly maxRunningPerKey: number;
  /** Requests of all callers that wait. */
  readonly maxWaiting: number;
  /** Those of one caller. */
  readonly maxWaitingPerKey: number;
}

/** How long a request waits for its turn, before its caller hears that it may come again. */
const MAX_TURN_WAIT_MS = 2_000;

type Begin = (release: ReleaseSlot) => void;

/**
 * Lets a few requests run at a time, and serves the callers in turn (round robin), those of one caller first in, first
 * out, so that a caller with many requests delays no other one by more than those that run already.
 */
export class Turns<Key> {
  private readonly runningByKey = new Map<Key, number>();
  /** In the order of the callers' turns; only callers of whom a request waits. */
  private readonly waitingByKey = new Map<Key, Set<Begin>>();
  private running = 0;
  private waiting = 0;
  private refused = 0;

  constructor(private readonly limits: TurnLimits) {}

  get waitingRequests(): number {
    return this.waiting;
  }

  /** Requests for which no turn came, since the start. */
  get refusedRequests(): number {
    return this.refused;
  }

  runningOf(key: Key): number {
    return this.runningByKey.get(key) ?? 0;
  }

  /** Undefined if no slot is free. */
  tryAcquire(key: Key): ReleaseSlot | undefined {
    return this.mayBegin(key) ? this.begun(key) : undefined;
  }

  /**
   * Waits for a slot, after tryAcquire has returned none.
   * @param closed aborted when the caller has gone.
   * @throws NoTurnError
   */
  acquire(key: Key, closed?: AbortSignal): Promise<ReleaseSlot> {
    const ofKey = this.waitingByKey.get(key) ?? new Set<Begin>();
    const { maxWaiting, maxWaitingPerKey } = this.limits;
    const isFull = this.waiting >= maxWaiting || ofKey.size >= maxWaitingPerKey;
    if (closed?.aborted || isFull) throw this.refusal();
    const { promise, resolve, reject } = Promise.withResolvers<ReleaseSlot>();
    const leave = (): void => {
      clearTimeout(timeout);
      closed?.removeEventListener('abort', giveUp);
      this.waiting--;
      ofKey.delete(begin);
      if (ofKey.size === 0) this.waitingByKey.delete(key);
    };
    const giveUp = (): void => {
      leave();
      reject(this.refusal());
    };
    const begin: Begin = (release) => {
      leave();
      resolve(release);
    };
    const timeout = setTimeout(giveUp, MAX_TURN_WAIT_MS).unref();
    closed?.addEventListener('abort', giveUp);
    this.waiting++;
    this.waitingByKey.set(key, ofKey.add(begin));
    return promise;
  }

  /** Runs the work when its turn comes. @throws NoTurnError; what the work throws */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const release = this.tryAcquire(key) ?? (await this.acquire(key));
    try {
      return await work();
    } finally {
      release();
    }
  }

  private refusal(): NoTurnError {
    this.refused++;
    return new NoTurnError();
  }

  private mayBegin(key: Key): boolean {
    const { maxRunning, maxRunningPerKey } = this.limits;
    return this.running < maxRunning && this.runningOf(key) < maxRunningPerKey;
  }

  private begun(key: Key): ReleaseSlot {
    this.running++;
    this.runningByKey.set(key, this.runningOf(key) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.end(key);
    };
  }

  private end(key: Key): void {
    const others = this.runningOf(key) - 1;
    if (others > 0) this.runningByKey.set(key, others);
    else this.runningByKey.delete(key);
    this.running--;
    this.beginNext();
  }

  private beginNext(): void {
    for (const [key, ofKey] of this.waitingByKey) {
      if (this.running >= this.limits.maxRunning) return;
      const [first] = ofKey;
      if (!first || !this.mayBegin(key)) continue;
      // Behind all other callers. An entry that was moved is visited again in the same loop.
      this.waitingByKey.delete(key);
      this.waitingByKey.set(key, ofKey);
      first(this.begun(key));
    }
  }
}
