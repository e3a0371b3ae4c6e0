import { createHash, hash } from 'node:crypto';

/** Rendered JSON that several answers share. */
export interface Fragment {
  readonly bytes: Buffer;
  /** The hash of the bytes, so that the answers that contain them do not hash them again. */
  readonly digest: string;
}

/** Text that is already encoded. The digest of a rope does not distinguish it from other text. */
export interface EncodedText {
  readonly bytes: Buffer;
  /** In UTF-16 code units. */
  readonly length: number;
}

type Part = string | Fragment | EncodedText;

const COMMA = bytesOf(',');

export function fragmentOf(text: string): Fragment {
  const bytes = bytesOf(text);
  return { bytes, digest: hash('sha256', bytes, 'base64url') };
}

/** Unlike `Buffer.from`, does not use the shared pool, of which a short text would keep 64 KiB in memory. */
export function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** A rope (the data structure): JSON text in parts, short texts of its own between shared fragments. */
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

  /** Adds the items of a list, separated by commas. */
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

  /** The fragments, each as often as it occurs. */
  fragments(): Fragment[] {
    return this.parts.filter((part) => isFragment(part));
  }

  /** The bytes that are in no fragment. */
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

  /** Two ropes with the same digest have the same bytes. */
  digest(): string {
    const all = createHash('sha256');
    let texts: (string | EncodedText)[] = [];
    // Kind and length go into the hash too, so that different parts never feed it the same bytes.
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
