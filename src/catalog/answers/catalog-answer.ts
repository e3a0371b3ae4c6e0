import type { AcceptedEncodings } from '../../common/http/prepared/accepted-encodings.js';
import {
  PreparedAnswer,
  type EncodedAnswer,
  type Encoding,
} from '../../common/http/prepared/prepared-answer.js';
import { ANSWER_OVERHEAD_BYTES, type AnswerMemory } from './memory/answer-memory.js';
import type { Fragment, Rope } from './memory/rope.js';
import type { Compression, Compressions } from './scheduling/compressions.js';

/** Up to here an answer is joined at once. */
const SMALL_BYTES = 256 * 1024;
/** Larger answers stay in fragments for ever: joining them would hold up all others. */
const JOINED_LIMIT_BYTES = 8 * 1024 * 1024;
/** Below this compressing saves nothing that is worth a header. */
const LEAST_COMPRESSED_BYTES = 1_400;

const ENCODINGS = ['identity', 'gzip', 'br'] as const;

/** What all answers of the process have in common. */
export interface AnswerResources {
  readonly memory: AnswerMemory;
  readonly compressions: Compressions;
}

/**
 * A catalog answer of one revision: its bytes, and what has been asked for of their compressed forms. Its memory is
 * counted as long as somebody holds it, be it to give it again or to compress it.
 */
export class CatalogAnswer extends PreparedAnswer {
  readonly entityTags: readonly string[];
  private identity: EncodedAnswer;
  /** Those that the bytes stand in, unless they are joined. */
  private fragments: readonly Fragment[] = [];
  private readonly compressed: Partial<Record<Compression, EncodedAnswer>> = {};
  private readonly compressing: Partial<Record<Compression, Promise<EncodedAnswer> | undefined>> =
    {};
  private holders = 0;
  /** Of the plain form, what stands in no fragment. */
  private plainBytes: number;
  private bytes = ANSWER_OVERHEAD_BYTES;
  private wasSent = false;

  /**
   * @param party whose turn it is when it is compressed
   * @param digest of the rope
   */
  constructor(
    rope: Rope,
    private readonly resources: AnswerResources,
    private readonly party: string,
    readonly digest = rope.digest(),
  ) {
    super();
    this.entityTags = ENCODINGS.map((encoding) => this.entityTag(encoding));
    const buffers = rope.buffers();
    const byteLength = bytesIn(buffers);
    const isSmall = byteLength <= SMALL_BYTES;
    this.identity = this.form('identity', isSmall ? [joined(buffers)] : buffers);
    if (!isSmall) this.fragments = rope.fragments();
    this.plainBytes = isSmall ? byteLength : rope.ownByteLength;
    this.bytes += this.plainBytes;
  }

  /** From now on its memory is counted; to be let go of as often as held. */
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

  /** The best of the forms that can be had without delay, else gzip's after a moment. */
  encoded({ br, gzip }: AcceptedEncodings): EncodedAnswer | Promise<EncodedAnswer> {
    if (this.identity.byteLength < LEAST_COMPRESSED_BYTES || !(br || gzip)) return this.plain();
    if (br && this.compressed.br) return this.compressed.br;
    const gzipped = gzip ? this.gzipped() : undefined;
    // Nobody waits for brotli: it is made only beside nothing else, and only for an answer that will be given again.
    if (br && this.holders > 0 && this.resources.compressions.areIdle) void this.begin('br');
    return gzipped ?? this.plain();
  }

  private gzipped(): EncodedAnswer | Promise<EncodedAnswer> | undefined {
    const known = this.compressed.gzip ?? this.compressing.gzip;
    if (known) return known;
    return this.resources.compressions.areTooMany ? undefined : this.begin('gzip');
  }

  /** Joined when it is sent for the second time: one fragment is sent faster, but most answers are asked for compressed. */
  private plain(): EncodedAnswer {
    const { chunks, byteLength } = this.identity;
    const isWorth = this.wasSent && chunks.length > 1 && byteLength <= JOINED_LIMIT_BYTES;
    if (isWorth && !this.isBeingCompressed) this.join();
    this.wasSent = true;
    return this.identity;
  }

  /** It is read in fragments then, which must be counted as long. */
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
    // Also where nobody waits for it a failure is handled.
    compressing.then(ended, ended);
    return compressing;
  }

  private async compress(compression: Compression): Promise<EncodedAnswer> {
    const { memory, compressions } = this.resources;
    // Brotli has a party of its own: nobody's gzip waits behind it.
    const party = compression === 'br' ? `${this.party} br` : this.party;
    let made = 0;
    this.hold();
    try {
      const chunks = await compressions.run(compression, party, this.identity, (bytes) => {
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

/** In memory of its own: what `Buffer.concat` makes of little would keep 8 kB of others' bytes with it. */
function joined(buffers: readonly Buffer[]): Buffer {
  const all = Buffer.allocUnsafeSlow(bytesIn(buffers));
  let offset = 0;
  for (const buffer of buffers) offset += buffer.copy(all, offset);
  return all;
}
