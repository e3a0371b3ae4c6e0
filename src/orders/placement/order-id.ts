import { randomUUID } from 'node:crypto';

/** Milliseconds are counted from here. They start again after 139 years, and no id of this century is given twice. */
const EPOCH_MS = Date.UTC(2026, 0);
const RANDOM_BITS = 22;
/** Of one millisecond; a burst of more takes those of the next ones, so that few are to be remembered. */
const MOST_IDS_OF_A_MS = 1_024;

/**
 * Makes new order ids: `ID_` and 16 hexadecimal digits, which are 42 bits of milliseconds and 22 random bits. So the ids of new
 * orders stand side by side in each index. One generator gives no id twice, also when its clock is set back; what another server
 * may have given at the same time, the database refuses.
 */
export class OrderIds {
  private timeMs = -Infinity;
  /** The random parts that this millisecond has had. */
  private readonly taken = new Set<number>();
  private readonly most: number;

  /**
   * @param randomBits fewer in tests alone, so that the ids of two servers collide.
   * @param nowMs since 1970.
   */
  constructor(
    private readonly randomBits = RANDOM_BITS,
    private readonly nowMs: () => number = Date.now,
  ) {
    this.most = Math.min(MOST_IDS_OF_A_MS, 2 ** (randomBits - 1));
  }

  next(): string {
    const nowMs = this.nowMs();
    if (nowMs > this.timeMs) this.begin(nowMs);
    else if (this.taken.size >= this.most) this.begin(this.timeMs + 1);
    return idOf(this.timeMs, this.random());
  }

  private begin(timeMs: number): void {
    this.timeMs = timeMs;
    this.taken.clear();
  }

  private random(): number {
    for (;;) {
      // Node keeps random bytes for UUIDs in advance; the first 32 bits of one are all random.
      const random = Number.parseInt(randomUUID().slice(0, 8), 16) >>> (32 - this.randomBits);
      if (this.taken.has(random)) continue;
      this.taken.add(random);
      return random;
    }
  }
}

function idOf(timeMs: number, random: number): string {
  const number = (BigInt(timeMs - EPOCH_MS) << BigInt(RANDOM_BITS)) | BigInt(random);
  return `ID_${BigInt.asUintN(64, number).toString(16).padStart(16, '0')}`;
}
