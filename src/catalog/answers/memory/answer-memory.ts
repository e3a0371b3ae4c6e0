import type { Fragment } from './rope.js';
import { SharedByDigest } from './shared-by-digest.js';

/** What a buffer takes besides its bytes: its objects, and its place in a list. */
export const BUFFER_OVERHEAD_BYTES = 512;
/** What an answer takes besides its buffers: its tags and forms, and its name. */
export const ANSWER_OVERHEAD_BYTES = 1_024;

/** Counts all memory that catalog answers take, those that are being made included. */
export class AnswerMemory {
  /** In memory once for all audiences that see the same. */
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
   * @param most bytes
   * @param onFull told whenever they become more; it may give up some
   */
  constructor(
    private readonly most: number,
    private readonly onFull: () => void = () => undefined,
  ) {}

  get counted(): number {
    return this.bytes;
  }

  get isFull(): boolean {
    return this.bytes > this.most;
  }

  /** @param bytes that are there now, or with a minus given up. */
  grow(bytes: number): void {
    this.bytes += bytes;
    if (bytes > 0 && this.isFull) this.onFull();
  }
}
