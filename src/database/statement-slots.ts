/** What bounds the statements of a queue. */
export interface SlotLimits {
  /** Statements under way at a time; more would only compete for the same processors. */
  readonly statements: number;
  /** A statement that takes longer gives up its slot, since it may hang. Its callers still wait for its answer. */
  readonly timeoutMs: number;
}

const USUAL_LIMITS: SlotLimits = { statements: 2, timeoutMs: 1_000 };

/** A caller's request, until the statement that it is part of has been answered. */
export interface QueuedRequest<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Sends the requests of concurrent callers in batches, each in one statement, and few statements at a time. */
export class StatementSlots<Request extends QueuedRequest<Answer>, Answer> {
  private taken = 0;
  private isScheduled = false;

  /**
   * @param nextBatch removes the requests of one statement from the queue; an empty list when none can be sent now.
   * @param send answers a batch, in its order, by one statement.
   * @param onFree called when a batch has given up its slot.
   */
  constructor(
    private readonly nextBatch: () => readonly Request[],
    private readonly send: (batch: readonly Request[]) => Promise<readonly Answer[]>,
    private readonly onFree: (batch: readonly Request[]) => void = () => undefined,
    private readonly limits = USUAL_LIMITS,
  ) {}

  /** Fills the free slots as soon as all requests that have already arrived are in the queue. */
  fill(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      while (this.taken < this.limits.statements) {
        const batch = this.nextBatch();
        if (batch.length === 0) return;
        void this.run(batch);
      }
    });
  }

  private async run(batch: readonly Request[]): Promise<void> {
    const free = this.take(batch);
    const timeout = setTimeout(free, this.limits.timeoutMs).unref();
    try {
      const answers = await this.send(batch);
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      clearTimeout(timeout);
      free();
    }
  }

  /** @returns what gives up the slot; further calls do nothing. */
  private take(batch: readonly Request[]): () => void {
    let isFree = false;
    this.taken++;
    return () => {
      if (isFree) return;
      isFree = true;
      this.taken--;
      this.onFree(batch);
      this.fill();
    };
  }
}
