/** Lines are written once they have this many characters together, or after the interval. */
const FLUSH_CHARACTERS = 16_384;
const FLUSH_INTERVAL_MS = 200;

/** Where the lines go. */
interface Destination {
  write(text: string): unknown;
  flushSync(): void;
}

/**
 * Buffers log lines and writes many at a time: under load, one write for each line would take more time than the
 * request itself. pino's own destination can buffer, too, but computes the length of the whole buffer again with every
 * line.
 */
export class GatheredLines {
  private lines: string[] = [];
  private length = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param oneByOne gives each line by itself, to a destination that must not cut any */
  constructor(
    private destination: Destination,
    private readonly oneByOne = false,
  ) {}

  write(line: string): void {
    this.lines.push(line);
    this.length += line.length;
    if (this.length >= FLUSH_CHARACTERS) this.flush();
    else this.timer ??= setTimeout(this.flush, FLUSH_INTERVAL_MS).unref();
  }

  readonly flush = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.lines.length === 0) return;
    const texts = this.oneByOne ? this.lines : [this.lines.join('')];
    this.lines = [];
    this.length = 0;
    for (const text of texts) this.destination.write(text);
  };

  /**
   * Writes all that is buffered before the process ends. What the destination was already writing to a blocked reader
   * may be lost.
   * @param last a destination that writes synchronously
   */
  end(last: Destination): void {
    this.destination.flushSync();
    this.destination = last;
    this.flush();
  }
}
