type Task = () => Promise<void>;

/** Interrupts a long task, so that others are served. */
interface Yielder {
  yieldIfDue(): Promise<void>;
}

interface QueueLimits {
  /** Tasks that run at the same time, each with another key. */
  readonly maxConcurrent: number;
  /** Tasks with the same key that run one after the other before the next key has its turn. */
  readonly maxPerTurn: number;
  /** Tasks that wait, those of a turn that have not begun included, before the queue is full; undefined for any number. */
  readonly maxWaiting?: number;
  /** Tasks with one key that wait for a turn. */
  readonly maxWaitingPerKey?: number;
}

/**
 * Runs a few tasks at the same time, and serves the keys in turn (round robin), so that a key with many tasks does not
 * delay the others. Tasks with the same key never run at the same time.
 */
export class FairQueue<Key = string> {
  /** The keys stand in the order of their turns. */
  private readonly waitingByKey = new Map<Key, Task[]>();
  private readonly running = new Set<Key>();
  private readonly onEnd: (() => void)[] = [];
  private waitingCount = 0;

  constructor(
    private readonly limits: QueueLimits,
    /** May pause before each task. */
    private readonly yielder?: Yielder,
  ) {}

  /** The number of tasks that have not begun. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** True if as many tasks wait, in all or with this key, as the limits allow. `run` itself refuses nothing. */
  isFullFor(key: Key): boolean {
    const { maxWaiting = Infinity, maxWaitingPerKey = Infinity } = this.limits;
    const withKey = this.waitingByKey.get(key)?.length ?? 0;
    return this.waitingCount >= maxWaiting || withKey >= maxWaitingPerKey;
  }

  get isIdle(): boolean {
    return this.running.size === 0;
  }

  /** True while a task with this key runs or waits. */
  has(key: Key): boolean {
    return this.running.has(key) || this.waitingByKey.has(key);
  }

  /** Runs the task when it is the turn of its key. Resolves or rejects as the task does. */
  run<Result>(key: Key, task: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = this.waitingByKey.get(key) ?? [];
      queue.push(() => task().then(resolve, reject));
      this.waitingByKey.set(key, queue);
      this.waitingCount += 1;
      this.startNext();
    });
  }

  /** Resolves when the next task has ended. */
  nextEnd(): Promise<void> {
    return new Promise((resolve) => this.onEnd.push(resolve));
  }

  private startNext(): void {
    for (const [key, queue] of this.waitingByKey) {
      if (this.running.size >= this.limits.maxConcurrent) return;
      if (this.running.has(key)) continue;
      this.waitingByKey.delete(key);
      const turn = queue.splice(0, this.limits.maxPerTurn);
      if (queue.length > 0) this.waitingByKey.set(key, queue);
      this.running.add(key);
      void this.runTurn(key, turn);
    }
  }

  private async runTurn(key: Key, turn: readonly Task[]): Promise<void> {
    for (const task of turn) {
      await this.yielder?.yieldIfDue();
      this.waitingCount -= 1;
      await task();
      for (const ended of this.onEnd.splice(0)) ended();
    }
    this.running.delete(key);
    const queue = this.waitingByKey.get(key);
    if (queue) {
      // Moves the key behind all others.
      this.waitingByKey.delete(key);
      this.waitingByKey.set(key, queue);
    }
    this.startNext();
  }
}
