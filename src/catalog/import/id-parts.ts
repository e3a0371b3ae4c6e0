import type { EntityManager } from 'typeorm';
import { countOfParts, lastOfPart, type ImportTable } from './import-table.js';

/** A range of ids: behind the one and up to the other. */
export type IdRange = readonly [after: number, through: number];

/** Called with the part of the work that is done, from 0 to 1. */
export type OnShare = (share: number) => void;

/** All ids. Categories are written at once, since a parent may have a greater id than its children. */
export const ALL_IDS: IdRange = [0, 2_147_483_647];

/** Staged and stored rows that one statement handles: the time of a statement is limited in a server. */
const ROWS_PER_PART = 10_000;

/** Ranges of ids that hold all staged and stored rows of a table, each few enough for one statement. */
export async function* partsOf(
  manager: EntityManager,
  table: ImportTable,
  onShare?: OnShare,
): AsyncGenerator<IdRange, void> {
  const [{ count }] = await manager.query<[{ count: number }]>(countOfParts(table));
  const [first, greatest] = ALL_IDS;
  let after = first;
  for (let done = ROWS_PER_PART; after < greatest; done += ROWS_PER_PART) {
    const limits = [after, ROWS_PER_PART];
    const [{ last }] = await manager.query<[{ last: number | null }]>(lastOfPart(table), limits);
    const through = done < count && last !== null ? last : greatest;
    yield [after, through];
    onShare?.(Math.min(1, done / count));
    after = through;
  }
}

/** A share of the whole work: what is 0 to 1 of this part becomes `from` to `to`. */
export function partOfShare(onShare: OnShare | undefined, from: number, to: number): OnShare {
  return (share) => {
    onShare?.(from + (to - from) * share);
  };
}
