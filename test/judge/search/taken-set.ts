import { Random } from '../../support/random.js';

const SEED = 1;

/**
 * A set of operations with a key of its own: the sum, without carries, of two random numbers of each. 64 bits make it
 * unlikely in all runs together that two sets share a key.
 */
export class TakenSet {
  private readonly isTaken: Uint8Array;
  private readonly marks: Int32Array;
  private high = 0;
  private low = 0;

  constructor(size: number) {
    const random = new Random(SEED);
    this.isTaken = new Uint8Array(size);
    this.marks = Int32Array.from({ length: 2 * size }, () => random.next() * 2 ** 32);
  }

  get key(): string {
    return `${this.high},${this.low}`;
  }

  has(index: number): boolean {
    return this.isTaken[index] === 1;
  }

  flip(index: number): void {
    this.isTaken[index] = this.has(index) ? 0 : 1;
    this.high ^= this.marks[2 * index] ?? 0;
    this.low ^= this.marks[2 * index + 1] ?? 0;
  }
}
