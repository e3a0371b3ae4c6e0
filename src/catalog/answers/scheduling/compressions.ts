import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { EventLoopYielder } from './event-loop-yielder.js';
import { FairQueue } from './fair-queue.js';

export type Compression = 'gzip' | 'br';

/** Bytes to be compressed, in this order. */
export interface Compressible {
  readonly chunks: readonly Buffer[];
  readonly byteLength: number;
}

/** Two of the four threads that Node has for such work: the others resolve names and read files. */
const AT_A_TIME = 2;
/** When more wait, a caller gets the plain form rather than a place at the end. */
const MOST_WAITING = 1_000;
/** The thread that compresses is waited for with gzip; brotli takes several times as long. */
const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 5;
/** Bytes that a compressor hands out at a time; with few, a large answer keeps the process busy fetching them. */
const COMPRESSED_CHUNK_BYTES = 256 * 1024;
/** Smaller fragments are handed to the compressor together: each handing over costs as much as compressing some kB. */
const HANDED_OVER_BYTES = 64 * 1024;

/** Compresses answers in other threads, a few at a time for the whole process. */
export class Compressions {
  private readonly turns: FairQueue;

  constructor(yielder: EventLoopYielder) {
    this.turns = new FairQueue({ maxConcurrent: AT_A_TIME, maxPerTurn: 1 }, yielder);
  }

  get areIdle(): boolean {
    return this.turns.areIdle;
  }

  get areTooMany(): boolean {
    return this.turns.waiting >= MOST_WAITING;
  }

  /** True while something of the party is compressed or waits to be. */
  areAtWorkFor(party: string): boolean {
    return this.turns.has(party);
  }

  /** Resolves when the next one has ended. */
  nextEnd(): Promise<void> {
    return this.turns.nextEnd();
  }

  /**
   * @param party whose turn it has to be
   * @param onBytes told of the bytes as they come
   */
  run(
    compression: Compression,
    party: string,
    { chunks, byteLength }: Compressible,
    onBytes: (bytes: number) => void,
  ): Promise<Buffer[]> {
    return this.turns.run(party, async () => {
      const compressed: Buffer[] = [];
      await pipeline(
        Readable.from(handedOver(chunks), { highWaterMark: 1 }),
        compressor(compression, byteLength),
        async (passed: AsyncIterable<Buffer>) => {
          for await (const chunk of passed) {
            compressed.push(chunk);
            onBytes(chunk.byteLength);
          }
        },
      );
      return compressed;
    });
  }
}

/** Works in a thread of its own. */
function compressor(compression: Compression, byteLength: number): Transform {
  const chunkSize = COMPRESSED_CHUNK_BYTES;
  if (compression === 'gzip') return createGzip({ level: GZIP_LEVEL, chunkSize });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
  };
  return createBrotliCompress({ params, chunkSize });
}

/** A little at a time: joining a large answer first would hold up all requests for as long. */
function* handedOver(chunks: readonly Buffer[]): Generator<Buffer> {
  let some: Buffer[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    some.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < HANDED_OVER_BYTES) continue;
    yield some.length === 1 ? chunk : Buffer.concat(some);
    some = [];
    bytes = 0;
  }
  if (some.length > 0) yield Buffer.concat(some);
}
