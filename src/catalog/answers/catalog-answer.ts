import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { AcceptedEncodings } from '../../common/http/prepared/accepted-encodings.js';
import {
  PreparedAnswer,
  type EncodedAnswer,
  type Encoding,
} from '../../common/http/prepared/prepared-answer.js';
import type { Rope } from './rope.js';

/** Larger answers stay in pieces: joined they would be in memory twice. */
const JOINED_LIMIT = 8 * 1024 * 1024;
/** Below this compressing saves nothing that is worth a header. */
const WORTH_COMPRESSING = 1_400;
/** The thread that compresses is waited for with gzip; brotli takes several times as long. */
const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 5;
/** Bytes that a compressor hands out at a time; with few, a large answer keeps the process busy fetching them. */
const COMPRESSED_CHUNK = 256 * 1024;

const ENCODINGS = ['identity', 'gzip', 'br'] as const;

/** A catalog answer of one revision: its bytes, and what has been asked for of their compressed forms. */
export class CatalogAnswer extends PreparedAnswer {
  readonly entityTags: readonly string[];
  private readonly identity: EncodedAnswer;
  private readonly digest: string;
  private gzipped: EncodedAnswer | Promise<EncodedAnswer> | undefined;
  private brotli: EncodedAnswer | Promise<EncodedAnswer> | undefined;
  private bytes = 0;

  /** @param onGrowth told of the bytes whenever a compressed form is added. */
  constructor(
    rope: Rope,
    private readonly onGrowth: (bytes: number) => void = () => undefined,
  ) {
    super();
    const buffers = rope.buffers();
    const byteLength = buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.digest = rope.digest();
    this.entityTags = ENCODINGS.map((encoding) => this.entityTag(encoding));
    this.identity = this.form('identity', buffers);
    if (byteLength <= JOINED_LIMIT) this.bytes = byteLength;
  }

  /** Bytes of memory, those of pieces that it shares with others left out. */
  get size(): number {
    return this.bytes;
  }

  /** The best of the forms that can be had without delay, else gzip's after a moment. */
  encoded({ br, gzip }: AcceptedEncodings): EncodedAnswer | Promise<EncodedAnswer> {
    if (this.identity.byteLength < WORTH_COMPRESSING || !(br || gzip)) return this.identity;
    const made = br ? this.brotliForm() : undefined;
    if (made && !(made instanceof Promise)) return made;
    return gzip ? this.gzipForm() : this.identity;
  }

  private gzipForm(): EncodedAnswer | Promise<EncodedAnswer> {
    this.gzipped ??= this.compressed('gzip').then((made) => (this.gzipped = made));
    return this.gzipped;
  }

  private brotliForm(): EncodedAnswer | Promise<EncodedAnswer> {
    if (!this.brotli) {
      this.brotli = this.compressed('br').then((made) => (this.brotli = made));
      // Nobody waits for it.
      this.brotli.catch(() => undefined);
    }
    return this.brotli;
  }

  private async compressed(encoding: 'gzip' | 'br'): Promise<EncodedAnswer> {
    const { chunks, byteLength } = this.identity;
    const form = this.form(encoding, await passedThrough(compressor(encoding, byteLength), chunks));
    this.bytes += form.byteLength;
    this.onGrowth(form.byteLength);
    return form;
  }

  private form(encoding: Encoding, pieces: readonly Buffer[]): EncodedAnswer {
    const byteLength = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const chunks = byteLength <= JOINED_LIMIT ? [Buffer.concat(pieces)] : pieces;
    return { encoding, chunks, byteLength, entityTag: this.entityTag(encoding) };
  }

  private entityTag(encoding: Encoding): string {
    return `"${this.digest}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  }
}

/** Works in a thread of its own. */
function compressor(encoding: 'gzip' | 'br', byteLength: number): Transform {
  const chunkSize = COMPRESSED_CHUNK;
  if (encoding === 'gzip') return createGzip({ level: GZIP_LEVEL, chunkSize });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
  };
  return createBrotliCompress({ params, chunkSize });
}

/** One piece after the other: joining a large answer first would hold up all requests for as long. */
async function passedThrough(transform: Transform, pieces: readonly Buffer[]): Promise<Buffer[]> {
  const passed: Buffer[] = [];
  await pipeline(Readable.from(pieces), transform, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) passed.push(chunk);
  });
  return passed;
}
