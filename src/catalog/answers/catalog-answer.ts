import type { AcceptedEncodings } from '../../common/http/prepared/accepted-encodings.js';
import {
  PreparedAnswer,
  type EncodedAnswer,
  type Encoding,
} from '../../common/http/prepared/prepared-answer.js';
import { ownBytes } from '../../common/own-bytes.js';
import { ANSWER_OVERHEAD_BYTES, type AnswerMemory } from './memory/answer-memory.js';
import type { Fragment, Rope } from './memory/rope.js';
import type { Compression, Compressions } from './scheduling/compressions.js';

/** An answer up to this size is joined into one buffer when it is created. */
const SMALL_BYTES = 256 * 1024;
/** Larger answers are never joined, because copying them would block the event loop too long. */
const JOINED_LIMIT_BYTES = 8 * 1024 * 1024;
/** Smaller answers are sent uncompressed, since compression would save nothing. */
const LEAST_COMPRESSED_BYTES = 1_400;

const ENCODINGS = ['identity', 'gzip', 'br'] as const;

/** What all answers of the process share. */
export interface AnswerResources {
  readonly memory: AnswerMemory;
  readonly compressions: Compressions;
}

/**
 * The bytes of a catalog answer, with the compressed forms that were requested. Its memory is counted while it is held:
 * by a cache that can send it again, or by a compression.
 */
export class CatalogAnswer extends PreparedAnswer {
  readonly entityTags: readonly string[];
  private identity: EncodedAnswer;
  /** The fragments that contain the bytes; empty once they are joined. */
  private fragments: readonly Fragment[] = [];
  private readonly compressed: Partial<Record<Compression, EncodedAnswer>> = {};
  private readonly compressing: Partial<Record<Compression, Promise<EncodedAnswer> | undefined>> =
    {};
  private holders = 0;
  /** The bytes of the uncompressed form that are in no shared fragment. */
  private plainBytes: number;
  private bytes = ANSWER_OVERHEAD_BYTES;
  private wasSent = false;

  /**
   * @param queueKey the key of its compressions in the fair queue
   * @param digest of the rope
   */
  constructor(
    rope: Rope,
    private readonly resources: AnswerResources,
    private readonly queueKey: string,
    readonly digest = rope.digest(),
  ) {
    super();
    this.entityTags = ENCODINGS.map((encoding) => this.entityTag(encoding));
    const buffers = rope.buffers();
    const byteLength = bytesIn(buffers);
    const isSmall = byteLength <= SMALL_BYTES;
    this.identity = this.form('identity', isSmall ? [joined(buffers)] : buffers.map(ownBytes));
    if (!isSmall) this.fragments = rope.fragments();
    this.plainBytes = isSmall ? byteLength : rope.ownByteLength;
    this.bytes += this.plainBytes;
  }

  /** Counts its memory from now on. Each `hold` needs a `release`. */
  hold(): void {
    this.holders += 1;
    if (this.holders > 1) return;
    for (const fragment of this.fragments) this.resources.memory.fragments.hold(fragment);
    this.resources.memory.grow(this.bytes);
  }

  release(): void {
    this.holders -= 1;
    if (this.holders > 0) return;
    this.releaseFragments();
    this.resources.memory.grow(-this.bytes);
  }

  /** The best form that is ready; else gzip, which is compressed now; else the uncompressed form. */
  encoded({ br, gzip }: AcceptedEncodings): EncodedAnswer | Promise<EncodedAnswer> {
    if (this.identity.byteLength < LEAST_COMPRESSED_BYTES || !(br || gzip)) return this.plain();
    if (br && this.compressed.br) return this.compressed.br;
    const gzipped = gzip ? this.gzipped() : undefined;
    // No request waits for brotli. It is compressed in the background, while nothing else is, and for cached answers only.
    if (br && this.holders > 0 && this.resources.compressions.areIdle) void this.begin('br');
    return gzipped ?? this.plain();
  }

  private gzipped(): EncodedAnswer | Promise<EncodedAnswer> | undefined {
    const known = this.compressed.gzip ?? this.compressing.gzip;
    if (known) return known;
    return this.resources.compressions.areTooMany ? undefined : this.begin('gzip');
  }

  /** Joined before it is sent for the second time: one buffer is sent faster, but most requests accept gzip. */
  private plain(): EncodedAnswer {
    const { chunks, byteLength } = this.identity;
    const isWorthJoining = this.wasSent && chunks.length > 1 && byteLength <= JOINED_LIMIT_BYTES;
    if (isWorthJoining && !this.isBeingCompressed) this.join();
    this.wasSent = true;
    return this.identity;
  }

  /** A running compression reads the fragments, so they must stay counted until it ends. */
  private get isBeingCompressed(): boolean {
    return this.compressing.gzip !== undefined || this.compressing.br !== undefined;
  }

  private join(): void {
    const { chunks, byteLength } = this.identity;
    this.identity = this.form('identity', [joined(chunks)]);
    this.grow(byteLength - this.plainBytes);
    this.plainBytes = byteLength;
    if (this.holders > 0) this.releaseFragments();
    this.fragments = [];
  }

  private begin(compression: Compression): Promise<EncodedAnswer> {
    const compressing = (this.compressing[compression] ??= this.compress(compression));
    const ended = (): void => {
      this.compressing[compression] = undefined;
    };
    // Also handles a failure that no request waits for.
    compressing.then(ended, ended);
    return compressing;
  }

  private async compress(compression: Compression): Promise<EncodedAnswer> {
    const { memory, compressions } = this.resources;
    // Brotli has its own key, so that no gzip waits for it.
    const queueKey = compression === 'br' ? `${this.queueKey} br` : this.queueKey;
    let made = 0;
    this.hold();
    try {
      const chunks = await compressions.run(compression, queueKey, this.identity, (bytes) => {
        made += bytes;
        memory.grow(bytes);
      });
      const isLarge = bytesIn(chunks) > JOINED_LIMIT_BYTES;
      const form = this.form(compression, isLarge ? chunks : [joined(chunks)]);
      this.compressed[compression] = form;
      this.grow(form.byteLength);
      return form;
    } finally {
      memory.grow(-made);
      this.release();
    }
  }

  private grow(bytes: number): void {
    this.bytes += bytes;
    if (this.holders > 0) this.resources.memory.grow(bytes);
  }

  private releaseFragments(): void {
    for (const fragment of this.fragments) this.resources.memory.fragments.release(fragment);
  }

  private form(encoding: Encoding, chunks: readonly Buffer[]): EncodedAnswer {
    const byteLength = bytesIn(chunks);
    return { encoding, chunks, byteLength, entityTag: this.entityTag(encoding) };
  }

  private entityTag(encoding: Encoding): string {
    return `"${this.digest}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  }
}

function bytesIn(buffers: readonly Buffer[]): number {
  return buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Unlike `Buffer.concat`, does not use the shared pool, of which a small buffer would keep 64 KiB in memory. */
function joined(buffers: readonly Buffer[]): Buffer {
  const all = Buffer.allocUnsafeSlow(bytesIn(buffers));
  let offset = 0;
  for (const buffer of buffers) offset += buffer.copy(all, offset);
  return all;
}
