import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { FairQueue } from '../../../common/fair-queue.js';
import { inBatches } from '../../../common/http/prepared/in-batches.js';
import { shareOf } from '../../../common/server-worker.js';
import type { EventLoopYielder } from './event-loop-yielder.js';

export type Compression = 'gzip' | 'br';

/** Bytes to be compressed, in this order. */
interface Compressible {
  readonly chunks: readonly Buffer[];
  readonly byteLength: number;
}

/** Two of the four threads of Node's pool; the others must stay free for name resolution and files. */
const CONCURRENT_COMPRESSIONS = 2;
/** If more compressions wait, a request gets the uncompressed form. */
const MAX_WAITING_COMPRESSIONS = shareOf(1_000);
/** Requests wait for gzip, so it is fast; brotli takes several times as long. */
const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 5;
/** The size of output chunks; with smaller ones, a large answer costs the main thread more time. */
const COMPRESSED_CHUNK_BYTES = 256 * 1024;
/** Smaller chunks are passed to the compressor together, because each call costs as much as compressing some kB. */
const BATCH_BYTES = 64 * 1024;

/** Compresses answers in Node's thread pool, a few at the same time for the whole process. */
export class Compressions {
  private readonly queue: FairQueue;

  constructor(yielder: EventLoopYielder) {
    this.queue = new FairQueue({ maxConcurrent: CONCURRENT_COMPRESSIONS, maxPerTurn: 1 }, yielder);
  }

  get areIdle(): boolean {
    return this.queue.isIdle;
  }

  get areTooMany(): boolean {
    return this.queue.waiting >= MAX_WAITING_COMPRESSIONS;
  }

  /** True while a compression with this key runs or waits. */
  isBusyFor(key: string): boolean {
    return this.queue.has(key);
  }

  /** Resolves when the next compression has ended. */
  nextEnd(): Promise<void> {
    return this.queue.nextEnd();
  }

  /**
   * @param key for the fair queue
   * @param onBytes called with the size of each output chunk
   */
  run(
    compression: Compression,
    key: string,
    { chunks, byteLength }: Compressible,
    onBytes: (bytes: number) => void,
  ): Promise<Buffer[]> {
    return this.queue.run(key, async () => {
      const compressed: Buffer[] = [];
      await pipeline(
        Readable.from(inBatches(chunks, BATCH_BYTES), { highWaterMark: 1 }),
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

/** Runs in a thread of the pool. */
function compressor(compression: Compression, byteLength: number): Transform {
  const chunkSize = COMPRESSED_CHUNK_BYTES;
  if (compression === 'gzip') return createGzip({ level: GZIP_LEVEL, chunkSize });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
  };
  return createBrotliCompress({ params, chunkSize });
}
