/** A receiver that answers later than this is slow until it answers sooner again. */
const SLOW_ANSWER_MS = 5_000;
/** It gets nothing for so long then. */
const PAUSE_MS = 30_000;

/** What slow receivers may get now. */
export interface SlowTurns {
  /** Those that get nothing. */
  readonly excluded: readonly string[];
  /** Those that get one message. */
  readonly single: readonly string[];
}

/**
 * Remembers which receivers are slow, and when each is due again, so that their messages stay where they are until then.
 * From then on they get one message at a time.
 */
export class SlowReceivers {
  /** From when on a slow receiver is due, by `Date.now()`. */
  private readonly dueAt = new Map<string, number>();
  /** The slow ones in the order of their turns, those first that were longest without one, in each lane of jobs. */
  private readonly turnsOfLane = new Map<number, ReadonlySet<string>>();

  /** Takes receivers as slow that are due at once, because they were so in an earlier process. */
  expect(receivers: Iterable<string>): void {
    for (const receiver of receivers) this.dueAt.set(receiver, 0);
  }

  isSlow(receiver: string): boolean {
    return this.dueAt.has(receiver);
  }

  /**
   * @param lane of jobs, each of which gives turns by itself. @param busy receivers that are being sent to.
   * @param slots how many slow ones may be so at a time
   */
  turns(lane: number, busy: ReadonlySet<string>, slots: number): SlowTurns {
    const known = this.turnsOfLane.get(lane) ?? new Set();
    const slow = [...new Set([...known, ...this.dueAt.keys()])].filter((one) => this.isSlow(one));
    const places = slots - slow.filter((receiver) => busy.has(receiver)).length;
    const now = Date.now();
    const due = slow.filter((one) => (this.dueAt.get(one) ?? 0) <= now && !busy.has(one));
    const single = due.slice(0, Math.max(places, 0));
    const excluded = slow.filter((one) => !single.includes(one));
    this.turnsOfLane.set(lane, new Set([...excluded, ...single]));
    return { excluded, single };
  }

  /** Does the work, and notes whether the receiver was slow. */
  async timed<T>(receiver: string, work: () => Promise<T>): Promise<T> {
    const startedAt = Date.now();
    try {
      return await work();
    } finally {
      const isSlow = Date.now() - startedAt > SLOW_ANSWER_MS;
      if (isSlow) this.dueAt.set(receiver, Date.now() + PAUSE_MS);
      else this.dueAt.delete(receiver);
    }
  }
}
