/** For how long a refusal is repeated without the database; short, so that a success or a reset counts soon after it. */
const MAX_REMEMBERED_MS = 5_000;
const MAX_REMEMBERED_SUBJECTS = 10_000;

interface Refusal {
  readonly endsAtMs: number;
  /** The database is asked again from then on. */
  readonly askAgainAtMs: number;
}

/** Subjects that this instance has refused a moment ago, so that a flood of refused attempts takes no connections. */
export class RefusedSubjects {
  /** The oldest ones come first. */
  private readonly byKey = new Map<string, Refusal>();

  note(key: string, delaySeconds: number, nowMs: number): void {
    const endsAtMs = nowMs + delaySeconds * 1000;
    this.byKey.delete(key);
    this.byKey.set(key, {
      endsAtMs,
      askAgainAtMs: Math.min(endsAtMs, nowMs + MAX_REMEMBERED_MS),
    });
    const [oldest] = this.byKey.keys();
    if (this.byKey.size > MAX_REMEMBERED_SUBJECTS && oldest !== undefined) {
      this.byKey.delete(oldest);
    }
  }

  /** @returns the seconds until the next attempt is admitted; 0 if the database has to say. */
  secondsLeft(key: string, nowMs: number): number {
    const refusal = this.byKey.get(key);
    if (!refusal) return 0;
    if (nowMs < refusal.askAgainAtMs) return Math.ceil((refusal.endsAtMs - nowMs) / 1000);
    this.byKey.delete(key);
    return 0;
  }
}
