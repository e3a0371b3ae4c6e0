/** Two hexadecimal digits for each byte of SHA-256. */
const DIGITS = 64;

/**
 * Where the commitments of an event stand among those of all codes of its order, which are all different.
 * @returns the number of codes before them, or undefined if they are not there.
 */
export function placeAmong(all: string, commitments: string): number | undefined {
  let at = all.indexOf(commitments);
  while (at % DIGITS > 0) at = all.indexOf(commitments, at + 1);
  return at < 0 ? undefined : at / DIGITS;
}
