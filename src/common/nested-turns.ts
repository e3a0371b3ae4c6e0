import { withinTime } from './time-limit.js';
import { TurnTree } from './turn-tree.js';
import { NoTurnError } from './turns.js';

interface NestedTurnLimits {
  /** Most calls that run at a time. */
  readonly concurrent: number;
  /** Most calls that wait; beyond, the newest of the fullest branch is refused. */
  readonly waiting: number;
  /** Most calls of one path that run and wait; any number if left out. */
  readonly atOncePerPath?: number;
  /** How long a call waits for its turn. */
  readonly waitMs: number;
  /** How long a call may take when its turn has come; it is no longer counted then. */
  readonly workMs: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * Runs a few calls at a time, and serves the branches of a tree of callers in turn, such as networks in networks. Those
 * of one path are served first in, first out.
 */
export class NestedTurns {
  private readonly waiting = new TurnTree<Waiting>();
  private readonly atOnceByPath = new Map<string, number>();
  private running = 0;
  private refused = 0;

  constructor(private readonly limits: NestedTurnLimits) {}

  /** True if another call would wait. */
  get isFull(): boolean {
    return this.running >= this.limits.concurrent;
  }

  get waitingRequests(): number {
    return this.waiting.size;
  }

  /** Calls for which no turn came, since the start. */
  get refusedRequests(): number {
    return this.refused;
  }

  /**
   * @param path of the caller, the widest part first.
   * @param call its signal is aborted when it has taken too long.
   * @throws NoTurnError; TimeLimitError; what the call throws
   */
  async run<T>(path: readonly string[], call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const key = JSON.stringify(path);
    const atOnce = this.atOnceByPath.get(key) ?? 0;
    if (atOnce >= (this.limits.atOncePerPath ?? Infinity)) throw this.refusal();
    this.atOnceByPath.set(key, atOnce + 1);
    try {
      await this.turn(path);
      return await this.within(call);
    } finally {
      const left = (this.atOnceByPath.get(key) ?? 1) - 1;
      if (left > 0) this.atOnceByPath.set(key, left);
      else this.atOnceByPath.delete(key);
    }
  }

  private refusal(): NoTurnError {
    this.refused += 1;
    return new NoTurnError();
  }

  private async turn(path: readonly string[]): Promise<void> {
    if (!this.isFull) {
      this.running += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = (): void => {
      resolve(undefined);
    };
    const refuse = (): void => {
      this.waiting.remove(path, one);
      reject(this.refusal());
    };
    const one: Waiting = { begin, refuse };
    const timeout = setTimeout(refuse, this.limits.waitMs);
    this.waiting.add(path, one);
    if (this.waiting.size > this.limits.waiting) this.waiting.crowd('last').at(-1)?.refuse();
    await promise.finally(() => {
      clearTimeout(timeout);
    });
  }

  private async within<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { workMs } = this.limits;
    const limit = new AbortController();
    try {
      return await withinTime(call(limit.signal), workMs, `no answer within ${workMs} ms`, limit);
    } finally {
      const next = this.waiting.next();
      if (next) next.begin();
      else this.running -= 1;
    }
  }
}
