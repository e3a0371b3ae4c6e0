import type { EventLoopYielder } from './event-loop-yielder.js';

type Work = () => Promise<void>;

export interface QueueLimits {
  /** Works that run at the same time, each for another party. */
  readonly maxConcurrent: number;
  /** Works of one party that run one after the other before the next party has its turn. */
  readonly maxPerTurn: number;
}

/**
 * Runs a few works at a time, and lets the parties that have more to do take turns: who asks for much waits for it, and
 * holds up nobody else. Works of one party never run at the same time.
 */
export class FairQueue {
  /** What waits, by party, in the order of their turns. */
  private readonly lines = new Map<string, Work[]>();
  private readonly running = new Set<string>();
  private readonly onEnd: (() => void)[] = [];
  private length = 0;

  constructor(
    private readonly limits: QueueLimits,
    private readonly yielder: EventLoopYielder,
  ) {}

  /** Works that have not begun. */
  get waiting(): number {
    return this.length;
  }

  get areIdle(): boolean {
    return this.running.size === 0;
  }

  /** True while work of the party runs or waits. */
  has(party: string): boolean {
    return this.running.has(party) || this.lines.has(party);
  }

  /** Settles as the work does, when its party's turn has come. */
  run<Result>(party: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const line = this.lines.get(party) ?? [];
      line.push(() => work().then(resolve, reject));
      this.lines.set(party, line);
      this.length += 1;
      this.begin();
    });
  }

  /** Resolves when the next work has ended. */
  nextEnd(): Promise<void> {
    return new Promise((resolve) => this.onEnd.push(resolve));
  }

  private begin(): void {
    for (const [party, line] of this.lines) {
      if (this.running.size >= this.limits.maxConcurrent) return;
      if (this.running.has(party)) continue;
      this.lines.delete(party);
      const turn = line.splice(0, this.limits.maxPerTurn);
      if (line.length > 0) this.lines.set(party, line);
      this.running.add(party);
      void this.take(party, turn);
    }
  }

  private async take(party: string, turn: readonly Work[]): Promise<void> {
    for (const work of turn) {
      await this.yielder.yieldIfDue();
      this.length -= 1;
      await work();
      for (const ended of this.onEnd.splice(0)) ended();
    }
    this.running.delete(party);
    const line = this.lines.get(party);
    if (line) {
      // Behind all others.
      this.lines.delete(party);
      this.lines.set(party, line);
    }
    this.begin();
  }
}
