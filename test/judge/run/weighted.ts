import type { Random } from '../../support/random.js';

/** Values, each with how often it is drawn in proportion to the others. */
export type Weighted<T> = readonly (readonly [weight: number, value: T])[];

export function pickWeighted<T>(random: Random, table: Weighted<T>): T {
  let left = random.next() * table.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of table) {
    left -= weight;
    if (left < 0) return value;
  }
  throw new Error('nothing to pick from');
}
