import { createHash, hash } from 'node:crypto';

/** Bytes that stand in several answers and are made once. */
export interface Piece {
  readonly bytes: Buffer;
  /** Of the bytes; so that no answer that they are part of has to hash them again. */
  readonly digest: string;
}

export function pieceOf(text: string): Piece {
  const bytes = Buffer.from(text);
  return { bytes, digest: hash('sha256', bytes, 'base64url') };
}

/** JSON text in parts: short texts of its own between pieces that it shares with others. */
export class Rope {
  private readonly parts: (string | Piece)[] = [];

  add(...parts: readonly (string | Piece)[]): this {
    for (const part of parts) {
      const last = this.parts.at(-1);
      if (typeof part === 'string' && typeof last === 'string') {
        this.parts[this.parts.length - 1] = last + part;
      } else {
        this.parts.push(part);
      }
    }
    return this;
  }

  /** The parts of a list, separated by commas. */
  addList(items: Iterable<string | Piece>): this {
    let first = true;
    for (const item of items) {
      if (!first) this.add(',');
      this.add(item);
      first = false;
    }
    return this;
  }

  addRope(rope: Rope): this {
    for (const part of rope.parts) this.add(part);
    return this;
  }

  /** True when both are made of the very same pieces. */
  equals(other: Rope): boolean {
    return (
      this.parts.length === other.parts.length &&
      this.parts.every((part, index) => part === other.parts[index])
    );
  }

  buffers(): Buffer[] {
    return this.parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part.bytes));
  }

  /** Equal only for ropes of equal bytes. */
  digest(): string {
    const all = createHash('sha256');
    for (const part of this.parts) {
      const own = typeof part === 'string';
      // What kind of part and how long: no two ropes may feed the hash the same.
      all.update(own ? `${part.length}:${part}` : `#${part.digest}`);
    }
    return all.digest('base64url');
  }
}
