/** What is limited; `checks` are requests that ask for the state of orders, and are counted as nothing else. */
export const LIMIT_KINDS = ['requests', 'checks', 'orders'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** What an instance asks of the bucket in the database, which all instances share; whole tokens. */
export interface Ask {
  /** Tokens that were spent on credit: they are taken in any case, also below 0. */
  readonly owed: number;
  /** Tokens to be granted while the bucket has them, those owed included. */
  readonly wanted: number;
  /** Unspent tokens that are put back. */
  readonly returned: number;
}

/** What the bucket in the database has answered. */
export interface Grant {
  /** At least what was owed. */
  readonly granted: number;
  /** What is left in the bucket; below 0 while tokens that were spent on credit are not refilled. */
  readonly level: number;
}

/**
 * What the next request finds: `taken`, a token; `empty`, the bucket has none in any instance; `unknown`, only the
 * database knows.
 */
export type Taking = 'taken' | 'empty' | 'unknown';

/** What a client reads of its limit. */
export interface Remaining {
  readonly tokens: number;
  /** Until the bucket is full again. */
  readonly fullAfterSeconds: number;
}

export const WINDOW_SECONDS = 60;
/** What sums of floating-point numbers may be off by. */
const ROUNDING = 1e-6;

/**
 * The tokens of an instance in a bucket of an account. The bucket itself is in the database; it holds at most the quota,
 * and is refilled by the quota in a minute. The instance spends tokens that it was granted before. Of requests it also
 * spends some on credit, so that a single request after a pause need not wait for the database. Times are given by the
 * caller, in milliseconds of a monotonic clock.
 */
export class Bucket {
  /** Requests that wait for a token. */
  waiting = 0;
  /** Tokens that were granted and are not spent; below 0, how many were spent on credit. Whole. */
  private held = 0;
  /** What the bucket in the database held when it was last asked; a bucket that nobody has used is full. */
  private level: number;
  private levelAtMs: number;
  /** Since the last ask. */
  private used = 0;
  private most: number;

  constructor(
    private readonly kind: LimitKind,
    quota: number,
    nowMs: number,
  ) {
    this.most = quota;
    this.level = quota;
    this.levelAtMs = nowMs;
  }

  get quota(): number {
    return this.most;
  }

  /** The operator has changed the limit. */
  set quota(quota: number) {
    if (quota === this.most) return;
    // An unused bucket stays full.
    if (this.level === this.most) this.level = quota;
    this.held = Math.min(this.held, quota);
    this.most = quota;
  }

  take(nowMs: number): Taking {
    const isLeft = this.sum(nowMs) >= 1;
    if (this.held >= 1 || (isLeft && this.held > -this.credit)) {
      this.held--;
      this.used++;
      return 'taken';
    }
    return isLeft ? 'unknown' : 'empty';
  }

  /** A token was not needed after all. */
  giveBack(): void {
    this.held++;
    this.used = Math.max(0, this.used - 1);
  }

  /** What to ask of the database now; undefined for nothing. Tokens to be returned are given up by the call. */
  ask(): Ask | undefined {
    const target = this.waiting + this.lease;
    this.used = 0;
    const missing = target - this.held;
    if (missing === 0) return undefined;
    if (missing < 0) {
      this.held = target;
      // Still left for this instance until the answer says what others have taken.
      this.level -= missing;
      return { owed: 0, wanted: 0, returned: -missing };
    }
    return { owed: Math.max(0, -this.held), wanted: missing, returned: 0 };
  }

  /** @param sentAtMs when the ask was sent, so that the estimate of the level is never too low. */
  settle({ granted, level }: Grant, sentAtMs: number): void {
    this.held += granted;
    this.level = level;
    this.levelAtMs = sentAtMs;
  }

  /** True if a new bucket would behave the same. */
  isUnused(nowMs: number): boolean {
    const isIdle = this.held === 0 && this.used === 0 && this.waiting === 0;
    return isIdle && this.levelAt(nowMs) === this.most;
  }

  remaining(nowMs: number): Remaining {
    const sum = Math.min(this.most, this.sum(nowMs));
    const missing = this.most - sum;
    const fullAfterSeconds = this.secondsFor(missing);
    return { tokens: Math.max(0, Math.floor(sum)), fullAfterSeconds };
  }

  /** Until a token is there, if no other instance takes it; from 1 to 60. */
  nextAfterSeconds(nowMs: number): number {
    return Math.min(Math.max(1, this.secondsFor(1 - this.sum(nowMs))), WINDOW_SECONDS);
  }

  /** Until so many tokens are refilled, rounded up. */
  private secondsFor(tokens: number): number {
    return Math.max(0, Math.ceil((tokens * WINDOW_SECONDS) / this.most - ROUNDING));
  }

  /** The most tokens that are left for this instance: other instances may have taken some since the last ask. */
  private sum(nowMs: number): number {
    return this.levelAt(nowMs) + this.held;
  }

  private levelAt(nowMs: number): number {
    const refilled = ((nowMs - this.levelAtMs) / 1000) * (this.most / WINDOW_SECONDS);
    return Math.min(this.most, this.level + Math.max(0, refilled));
  }

  /** Tokens that may be spent before the database is asked. Orders ask it anyway, so their number is exact. */
  private get credit(): number {
    return this.kind === 'orders' ? 0 : Math.max(1, Math.floor(this.most / 100));
  }

  /**
   * Tokens to hold in advance: none while the credit is enough, else twice as many as were used since the last ask, and
   * never more than a twentieth of the quota, because other instances cannot spend them.
   */
  private get lease(): number {
    const expected = Math.max(0, 2 * this.used - this.credit);
    return Math.min(expected, Math.floor(this.most / 20));
  }
}
