/** A receiver that answers later than this is slow until it answers sooner again. */
const SLOW_ANSWER_MS = 5_000;
/** It gets nothing for so long then. */
const PAUSE_MS = 30_000;
/** How many receivers are said to be passed over at most. */
const MOST_PASSED = 100;

interface Slow {
  /** From when on it is due, by `Date.now()`. */
  readonly dueAt: number;
  /** When it had its last turn in each lane of jobs, in a count of all turns. */
  readonly turnOfLane: Map<number, number>;
}

/** The slots of a lane that all slow receivers have together. */
export interface SlowLane {
  /** Each lane gives turns by itself. */
  readonly lane: number;
  /** How many slow receivers may be sent to at a time. */
  readonly slots: number;
  /** Receivers that are being sent to. */
  readonly busy: readonly string[];
}

/**
 * Remembers which receivers are slow, and when each is due again, so that their messages stay where they are until then.
 * From then on they get one message at a time.
 */
export class SlowReceivers {
  private readonly slow = new Map<string, Slow>();
  private turns = 0;

  /** Takes receivers as slow that are due at once, because they were so in an earlier process. */
  expect(receivers: Iterable<string>): void {
    for (const receiver of receivers) this.note(receiver, 0);
  }

  get count(): number {
    return this.slow.size;
  }

  readonly isSlow = (receiver: string): boolean => this.slow.has(receiver);

  /** Of these receivers, the slow ones that get one message now, those first that were longest without one. */
  next(receivers: Iterable<string>, lane: SlowLane): string[] {
    const free = this.freeSlots(lane);
    return [...new Set(receivers)]
      .filter((one) => this.isSlow(one) && !this.isPaused(one, lane))
      .toSorted((one, other) => this.turnOf(one, lane) - this.turnOf(other, lane))
      .slice(0, free);
  }

  /** Slow receivers that get nothing now; not all of them where there are very many. */
  passed(lane: SlowLane): string[] {
    const passed: string[] = [];
    const isFull = this.freeSlots(lane) === 0;
    let seen = 0;
    for (const receiver of this.slow.keys()) {
      if (++seen > MOST_PASSED) break;
      if (isFull || this.isPaused(receiver, lane)) passed.push(receiver);
    }
    return passed;
  }

  /** Notes that it gets a message. */
  noteTurn(receiver: string, lane: number): void {
    this.slow.get(receiver)?.turnOfLane.set(lane, ++this.turns);
  }

  /** Does the work, and notes whether the receiver was slow. */
  async timed<T>(receiver: string, work: () => Promise<T>): Promise<T> {
    const startedAt = Date.now();
    try {
      return await work();
    } finally {
      const isSlow = Date.now() - startedAt > SLOW_ANSWER_MS;
      if (isSlow) this.note(receiver, Date.now() + PAUSE_MS);
      else this.slow.delete(receiver);
    }
  }

  private note(receiver: string, dueAt: number): void {
    const turnOfLane = this.slow.get(receiver)?.turnOfLane ?? new Map<number, number>();
    this.slow.set(receiver, { dueAt, turnOfLane });
  }

  private freeSlots({ slots, busy }: SlowLane): number {
    return Math.max(slots - busy.filter(this.isSlow).length, 0);
  }

  private isPaused(receiver: string, { busy }: SlowLane): boolean {
    return busy.includes(receiver) || (this.slow.get(receiver)?.dueAt ?? 0) > Date.now();
  }

  private turnOf(receiver: string, { lane }: SlowLane): number {
    return this.slow.get(receiver)?.turnOfLane.get(lane) ?? 0;
  }
}
