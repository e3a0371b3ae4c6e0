/** The stored part of each SHA-256: a collision in 128 bits is infeasible. */
export const KEPT_BYTES = 16;

/** One set for each first byte of a hash: a growing set is copied in one go, so a single one would block for long. */
const SHARD_COUNT = 256;

/** A set of SHA-256 hashes; each takes some 60 bytes of memory. */
export class TokenHashes {
  private readonly shards = Array.from({ length: SHARD_COUNT }, () => new Set<string>());

  get size(): number {
    return this.shards.reduce((sum, { size }) => sum + size, 0);
  }

  /** @param hash the whole hash, or its first KEPT_BYTES. */
  has(hash: Buffer): boolean {
    return this.shards[hash[0] ?? 0]?.has(keptOf(hash, 0)) ?? false;
  }

  /** @param hashes the first KEPT_BYTES of each hash, concatenated. */
  add(hashes: Buffer): void {
    for (let at = 0; at < hashes.length; at += KEPT_BYTES) {
      this.shards[hashes[at] ?? 0]?.add(keptOf(hashes, at));
    }
  }

  /** @param hashes the first KEPT_BYTES of each hash, concatenated. */
  delete(hashes: Buffer): void {
    for (let at = 0; at < hashes.length; at += KEPT_BYTES) {
      this.shards[hashes[at] ?? 0]?.delete(keptOf(hashes, at));
    }
  }
}

function keptOf(hashes: Buffer, at: number): string {
  return hashes.toString('latin1', at, at + KEPT_BYTES);
}
