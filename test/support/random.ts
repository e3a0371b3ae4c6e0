/** Random numbers that can be repeated: the same seed gives the same numbers. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.between(0, list.length - 1)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list];
    return list.flatMap(() => left.splice(this.between(0, left.length - 1), 1));
  }

  /** A generator for another user, whose draws do not change what this one returns next. */
  fork(): Random {
    return new Random(this.between(0, 2 ** 32 - 1));
  }
}
