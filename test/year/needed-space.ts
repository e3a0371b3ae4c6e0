import type { Size } from './size.js';

/** Of an order in the shop that this fills, with its indexes, and what belongs to it: events, ledger, costs, search. */
const ORDER_BYTES = 2_500;
/** Of it in a backup. */
const BACKED_UP_BYTES = 500;
/** What a shop has besides, before its first order. */
const SHOP_BYTES = 100_000_000;
/** Refusals, audit and changes of items, of which there are no more than for a million orders. */
const OTHER_BYTES = 700;
const MOST_OTHERS = 1_000_000;
/** The write-ahead log grows to `max_wal_size` of PostgreSQL, and beyond it while much is written at once. */
const LOG_BYTES = 3_000_000_000;

/**
 * How many bytes have to be free: the shops of all sizes stand beside one another until the largest one is backed up; then all of
 * them make room for the one that is restored.
 */
export function neededBytes(sizes: readonly Size[]): number {
  const shops = sizes.map(
    (orders) => SHOP_BYTES + orders * ORDER_BYTES + Math.min(orders, MOST_OTHERS) * OTHER_BYTES,
  );
  const largest = Math.max(...sizes);
  return shops.reduce((all, one) => all + one, 0) + largest * BACKED_UP_BYTES + LOG_BYTES;
}

/** Why the run does not begin; undefined if enough is free. */
export function spaceFault(needed: number, free: number, folder: string): string | undefined {
  if (free >= needed) return undefined;
  return (
    `This needs ${gigabytes(needed)} in ${folder}, where ${gigabytes(free)} are free; make room, ` +
    'name another folder by TMPDIR, or take fewer --orders.'
  );
}

export function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
