import type { EventLoopYielder } from './event-loop-yielder.js';

type Work = () => Promise<void>;

interface QueueLimits {
  /** Works that run at the same time, each with another key. */
  readonly maxConcurrent: number;
  /** Works with the same key that run one after the other before the next key has its turn. */
  readonly maxPerTurn: number;
}

/**
 * Runs a few works at the same time, and serves the keys in turn (round robin), so that a key with much work does not
 * delay the others. Works with the same key never run at the same time.
 */
export class FairQueue {
  /** The keys stand in the order of their turns. */
  private readonly waitingByKey = new Map<string, Work[]>();
  private readonly running = new Set<string>();
  private readonly onEnd: (() => void)[] = [];
  private waitingCount = 0;

  constructor(
    private readonly limits: QueueLimits,
    private readonly yielder: EventLoopYielder,
  ) {}

  /** The number of works that have not started. */
  get waiting(): number {
    return this.waitingCount;
  }

  get isIdle(): boolean {
    return this.running.size === 0;
  }

  /** True while work with this key runs or waits. */
  has(key: string): boolean {
    return this.running.has(key) || this.waitingByKey.has(key);
  }

  /** Runs the work when it is the turn of its key. Resolves or rejects as the work does. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = this.waitingByKey.get(key) ?? [];
      queue.push(() => work().then(resolve, reject));
      this.waitingByKey.set(key, queue);
      this.waitingCount += 1;
      this.startNext();
    });
  }

  /** Resolves when the next work has ended. */
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

  private async runTurn(key: string, turn: readonly Work[]): Promise<void> {
    for (const work of turn) {
      await this.yielder.yieldIfDue();
      this.waitingCount -= 1;
      await work();
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
