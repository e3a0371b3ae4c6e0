/** How many orders a shop has. */
export type Size = number;

const STEPS: readonly Size[] = [10_000, 1_000_000, 10_000_000];

/** The sizes of a run that goes up to so many orders, the smallest first. */
export function sizesUpTo(orders: number): Size[] {
  return [...STEPS.filter((step) => step < orders), orders];
}
