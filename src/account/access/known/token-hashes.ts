/** As much of each SHA-256 is kept, in bytes: nobody finds two tokens that agree in 128 bits. */
export const KEPT_BYTES = 16;

/** By the first byte of the hash: a set that grows copies itself, which must not take long. */
const SHARDS = 256;

/** A set of SHA-256 hashes, some 60 bytes of memory each. */
export class TokenHashes {
  private readonly shards = Array.from({ length: SHARDS }, () => new Set<string>());

  get size(): number {
    return this.shards.reduce((sum, { size }) => sum + size, 0);
  }

  /** @param hash whole, or its first KEPT_BYTES. */
  has(hash: Buffer): boolean {
    return this.shards[hash[0] ?? 0]?.has(keptOf(hash, 0)) ?? false;
  }

  /** @param hashes the first KEPT_BYTES of each, one behind the other. */
  add(hashes: Buffer): void {
    for (let at = 0; at < hashes.length; at += KEPT_BYTES) {
      this.shards[hashes[at] ?? 0]?.add(keptOf(hashes, at));
    }
  }

  /** @param hashes the first KEPT_BYTES of each, one behind the other. */
  delete(hashes: Buffer): void {
    for (let at = 0; at < hashes.length; at += KEPT_BYTES) {
      this.shards[hashes[at] ?? 0]?.delete(keptOf(hashes, at));
    }
  }
}

function keptOf(hashes: Buffer, at: number): string {
  return hashes.toString('latin1', at, at + KEPT_BYTES);
}
