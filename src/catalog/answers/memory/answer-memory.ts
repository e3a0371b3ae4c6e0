import type { Fragment } from './rope.js';
import { SharedByDigest } from './shared-by-digest.js';

/** The memory of a buffer besides its bytes: its objects and list entries. */
export const BUFFER_OVERHEAD_BYTES = 512;
/** The memory of an answer besides its buffers: its tags, forms and name. */
export const ANSWER_OVERHEAD_BYTES = 1_024;

/** Counts the memory of all catalog answers, including those that are being rendered or compressed. */
export class AnswerMemory {
  /** Fragments, each in memory once for all audiences that see the same. */
  readonly fragments = new SharedByDigest<Fragment>(
    ({ bytes }) => {
      this.grow(bytes.byteLength + BUFFER_OVERHEAD_BYTES);
    },
    ({ bytes }) => {
      this.grow(-bytes.byteLength - BUFFER_OVERHEAD_BYTES);
    },
  );
  private bytes = 0;

  /**
   * @param mostBytes the limit above which the memory is full
   * @param onFull called whenever the count grows above the limit; it can evict answers
   */
  constructor(
    private readonly mostBytes: number,
    private readonly onFull: () => void = () => undefined,
  ) {}

  get counted(): number {
    return this.bytes;
  }

  get isFull(): boolean {
    return this.bytes > this.mostBytes;
  }

  /** @param bytes that were added, or removed if negative. */
  grow(bytes: number): void {
    this.bytes += bytes;
    if (bytes > 0 && this.isFull) this.onFull();
  }
}
