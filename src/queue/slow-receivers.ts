/** After a slower answer, messages to the receiver are postponed, so that it does not delay those to others. */
const SLOW_ANSWER_MS = 5_000;
const SLOW_RECEIVER_BACKOFF_MS = 30_000;

/** Remembers, by receiver, until when messages are postponed. */
export class SlowReceivers<Receiver> {
  /** By `Date.now()`. */
  private readonly postponedUntil = new Map<Receiver, number>();

  /** For how long a message to the receiver is to be postponed; 0 if it may be sent. */
  backoffSeconds(receiver: Receiver): number {
    const backoffMs = (this.postponedUntil.get(receiver) ?? 0) - Date.now();
    if (backoffMs > 0) return Math.ceil(backoffMs / 1000);
    this.postponedUntil.delete(receiver);
    return 0;
  }

  /** Does the work, and postpones the next messages if it was slow. */
  async timed<T>(receiver: Receiver, work: () => Promise<T>): Promise<T> {
    const startedAt = Date.now();
    try {
      return await work();
    } finally {
      if (Date.now() - startedAt > SLOW_ANSWER_MS) {
        this.postponedUntil.set(receiver, Date.now() + SLOW_RECEIVER_BACKOFF_MS);
      }
    }
  }
}
