import { randomBytes } from 'node:crypto';
import { KEPT_BYTES, TokenHashes } from './token-hashes.js';

const hashes = Array.from({ length: 1_000 }, () => randomBytes(32));
const kept = (some: readonly Buffer[]): Buffer =>
  Buffer.concat(some.map((hash) => hash.subarray(0, KEPT_BYTES)));

describe('a set of hashes', () => {
  it('contains what was added and not deleted, and nothing else', () => {
    const set = new TokenHashes();
    set.add(kept(hashes));
    set.add(kept(hashes.slice(0, 10)));
    set.delete(kept(hashes.slice(500)));

    expect(set.size).toBe(500);
    expect(hashes.map((hash) => set.has(hash))).toEqual(hashes.map((_, index) => index < 500));
  });

  it('distinguishes hashes that differ in a single stored bit', () => {
    const [hash = Buffer.alloc(32)] = hashes;
    const set = new TokenHashes();
    set.add(kept([hash]));
    for (let bit = 0; bit < KEPT_BYTES * 8; bit++) {
      const other = Buffer.from(hash);
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(set.has(other)).toBe(false);
    }
  });

  it('is empty at first, also after an empty list was added', () => {
    const set = new TokenHashes();
    set.add(Buffer.alloc(0));
    expect([set.size, set.has(Buffer.alloc(0)), set.has(Buffer.alloc(32))]).toEqual([
      0,
      false,
      false,
    ]);
  });
});
