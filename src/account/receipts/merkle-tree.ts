import { createHash } from 'node:crypto';

/** Of SHA-256. */
export const HASH_BYTES = 32;

/** The hash of a leaf of a tree of RFC 6962. */
export function leafHash(leaf: string): Buffer {
  return createHash('sha256').update('\0').update(leaf).digest();
}

/** The hashes of the level above some hashes, which stand one behind the other. The last of an odd number rises as it is. */
export function levelAbove(hashes: Buffer): Buffer {
  const pair = 2 * HASH_BYTES;
  const above = Buffer.alloc(Math.ceil(hashes.length / pair) * HASH_BYTES);
  for (let at = 0; at < hashes.length; at += pair) {
    const both = hashes.subarray(at, at + pair);
    const hash =
      both.length < pair ? both : createHash('sha256').update('\x01').update(both).digest();
    hash.copy(above, at / 2);
  }
  return above;
}

/** Where the hashes of a leaf's path stand in the hashes of all levels, the leaves first. @param count of leaves */
export function pathPlaces(index: number, count: number): number[] {
  const places: number[] = [];
  let [start, size, at] = [0, count, index];
  while (size > 1) {
    const sibling = at % 2 === 0 ? at + 1 : at - 1;
    if (sibling < size) places.push(start + sibling);
    start += size;
    size = Math.ceil(size / 2);
    at = Math.floor(at / 2);
  }
  return places;
}
