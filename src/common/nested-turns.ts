import { CallsExceededError } from './limited-calls.js';
import { withinTime } from './time-limit.js';
import { TurnTree } from './turn-tree.js';

interface NestedTurnLimits {
  /** Most calls that run at a time. */
  readonly concurrent: number;
  /** Most calls that wait; beyond, the newest of the fullest branch is refused. */
  readonly waiting: number;
  /** Most calls of one path that run and wait. */
  readonly atOncePerPath: number;
  /** How long a call waits for its turn. */
  readonly waitMs: number;
  /** How long a call may take when its turn has come; it is no longer counted then. */
  readonly workMs: number;
}

interface Waiting {
  readonly path: readonly string[];
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** Runs a few calls at a time, and serves the branches of a tree of callers in turn, such as networks in networks. */
export class NestedTurns {
  private readonly waiting = new TurnTree<Waiting>();
  private readonly atOnceByPath = new Map<string, number>();
  private running = 0;

  constructor(private readonly limits: NestedTurnLimits) {}

  /**
   * @param path of the caller, the widest part first.
   * @throws CallsExceededError; TimeLimitError; what the call throws
   */
  async run<T>(path: readonly string[], call: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(path);
    const atOnce = this.atOnceByPath.get(key) ?? 0;
    if (atOnce >= this.limits.atOncePerPath) throw new CallsExceededError();
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

  private async turn(path: readonly string[]): Promise<void> {
    if (this.running < this.limits.concurrent) {
      this.running += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = (): void => {
      resolve(undefined);
    };
    const refuse = (): void => {
      this.waiting.remove(path, one);
      reject(new CallsExceededError());
    };
    const one: Waiting = { path, begin, refuse };
    const timeout = setTimeout(refuse, this.limits.waitMs);
    this.waiting.add(path, one);
    if (this.waiting.size > this.limits.waiting) this.waiting.crowd('last').at(-1)?.refuse();
    await promise.finally(() => {
      clearTimeout(timeout);
    });
  }

  private async within<T>(call: () => Promise<T>): Promise<T> {
    const { workMs } = this.limits;
    try {
      return await withinTime(call(), workMs, `no answer within ${workMs} ms`);
    } finally {
      const next = this.waiting.next();
      if (next) next.begin();
      else this.running -= 1;
    }
  }
}
