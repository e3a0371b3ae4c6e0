import { isInRanges } from '../../common/ip-range.js';

/**
 * What a change of the Allowed IPs may do to programs of the account:
 * - `closes-others`: there was no list, so all other addresses are closed now;
 * - `opens-to-all`: the list becomes empty, so every address may call;
 * - `locks-out`: an address from which a token was used last is closed;
 * - `none`: nothing that is known of.
 */
export type IpChangeRisk = 'closes-others' | 'opens-to-all' | 'locks-out' | 'none';

/** A change of the ranges from which an account may call. None means from everywhere. */
export interface IpChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** From where the tokens of the account were used last. */
  readonly usedFrom: readonly string[];
}

/** The addresses in use that the change closes, each once. */
export function lockedOut({ before, after, usedFrom }: IpChange): readonly string[] {
  const closed = usedFrom.filter((address) => isOpen(address, before) && !isOpen(address, after));
  return [...new Set(closed)];
}

/** The greatest risk of a change. */
export function ipChangeRisk(change: IpChange): IpChangeRisk {
  const { before, after } = change;
  if (before.length === 0 && after.length > 0) return 'closes-others';
  if (before.length > 0 && after.length === 0) return 'opens-to-all';
  return lockedOut(change).length > 0 ? 'locks-out' : 'none';
}

function isOpen(address: string, ranges: readonly string[]): boolean {
  return ranges.length === 0 || isInRanges(address, ranges);
}
