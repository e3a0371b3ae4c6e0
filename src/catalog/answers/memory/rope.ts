import { createHash, hash } from 'node:crypto';

/** Bytes that stand in several answers and are made once. */
export interface Fragment {
  readonly bytes: Buffer;
  /** Of the bytes; so that no answer that they are part of has to hash them again. */
  readonly digest: string;
}

/** Text that is in memory as bytes already. For the digest it is text like any other. */
export interface EncodedText {
  readonly bytes: Buffer;
  /** In UTF-16 code units. */
  readonly length: number;
}

type Part = string | Fragment | EncodedText;

const COMMA = Buffer.from(',');

export function fragmentOf(text: string): Fragment {
  const bytes = bytesOf(text);
  return { bytes, digest: hash('sha256', bytes, 'base64url') };
}

/** In memory of their own: a short text of `Buffer.from` would keep 8 kB of others' bytes with it. */
export function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** JSON text in parts: short texts of its own between fragments that it shares with others. */
export class Rope {
  private readonly parts: Part[] = [];

  add(...parts: readonly Part[]): this {
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
  addList(items: Iterable<string | Fragment>): this {
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

  /** The fragments that it shares, as often as they stand in it. */
  fragments(): Fragment[] {
    return this.parts.filter((part) => isFragment(part));
  }

  /** Bytes of the buffers that are its own. */
  get ownByteLength(): number {
    const own = this.parts.filter((part) => typeof part === 'string' && part !== ',');
    return own.reduce<number>((sum, part) => sum + Buffer.byteLength(part as string), 0);
  }

  buffers(): Buffer[] {
    return this.parts.map((part) => {
      if (typeof part !== 'string') return part.bytes;
      return part === ',' ? COMMA : Buffer.from(part);
    });
  }

  /** Equal only for ropes of equal bytes. */
  digest(): string {
    const all = createHash('sha256');
    let texts: (string | EncodedText)[] = [];
    // What kind of part and how long: no two ropes may feed the hash the same.
    const feedTexts = (): void => {
      if (texts.length === 0) return;
      all.update(`${texts.reduce((sum, { length }) => sum + length, 0)}:`);
      for (const text of texts) all.update(typeof text === 'string' ? text : text.bytes);
      texts = [];
    };
    for (const part of this.parts) {
      if (isFragment(part)) {
        feedTexts();
        all.update(`#${part.digest}`);
      } else {
        texts.push(part);
      }
    }
    feedTexts();
    return all.digest('base64url');
  }
}

function isFragment(part: Part): part is Fragment {
  return typeof part !== 'string' && 'digest' in part;
}
