import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { provenRoot } from '../../../test/support/receipts.js';
import { HASH_BYTES, leafHash, levelAbove, pathPlaces } from './merkle-tree.js';

/** The hashes of all levels, as the path of a leaf is read from them. */
function treeOf(leaves: readonly string[]): string[] {
  const levels: Buffer[] = [Buffer.concat(leaves.map(leafHash))];
  while (levels.at(-1)!.length > HASH_BYTES) levels.push(levelAbove(levels.at(-1)!));
  const all = Buffer.concat(levels);
  return Array.from({ length: all.length / HASH_BYTES }, (_, place) =>
    all.toString('hex', place * HASH_BYTES, (place + 1) * HASH_BYTES),
  );
}

/** As RFC 6962 defines it. */
function rootOf(leaves: readonly string[]): Buffer {
  const [leaf = '', ...others] = leaves;
  if (others.length === 0) return createHash('sha256').update('\0').update(leaf).digest();
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split))];
  return createHash('sha256').update('\x01').update(left).update(right).digest();
}

const LEAVES = fc.array(fc.string(), { minLength: 1, maxLength: 70 });

it('has the root of RFC 6962, and proves every leaf by at most so many hashes as there are levels', () => {
  fc.assert(
    fc.property(LEAVES, (leaves) => {
      const tree = treeOf(leaves);
      const root = rootOf(leaves).toString('hex');
      expect(tree.at(-1)).toBe(root);
      for (const [index, leaf] of leaves.entries()) {
        const path = pathPlaces(index, leaves.length).map((place) => tree[place]!);
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(leaves.length)));
        expect(provenRoot(leaf, { index, path, count: leaves.length })).toBe(root);
      }
    }),
  );
});

it('proves nothing after any change of a bit of the leaf or of its path', () => {
  const change = fc.record({ leaves: LEAVES, at: fc.nat(), hash: fc.nat(), bit: fc.nat(255) });
  fc.assert(
    fc.property(change, ({ leaves, at, hash, bit }) => {
      const tree = treeOf(leaves);
      const [count, index] = [leaves.length, at % leaves.length];
      const path = pathPlaces(index, count).map((place) => tree[place]!);
      const leaf = leaves[index]!;
      expect(provenRoot(`${leaf}x`, { index, path, count })).not.toBe(tree.at(-1));
      if (path.length === 0) return;
      const changed = Buffer.from(path[hash % path.length]!, 'hex');
      changed[bit >> 3]! ^= 1 << (bit & 7);
      const forged = path.with(hash % path.length, changed.toString('hex'));
      expect(provenRoot(leaf, { index, path: forged, count })).not.toBe(tree.at(-1));
    }),
  );
});

it('has at most 40 hashes in a path', () => {
  expect(pathPlaces(123_456_789, 2_147_483_647).length).toBeLessThanOrEqual(40);
});
