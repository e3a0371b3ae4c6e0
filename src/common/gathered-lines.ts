/** Lines are written when this many characters have come together, or this many milliseconds later. */
const ENOUGH = 16_384;
const LATEST = 200;

/** Where the lines go. */
interface Destination {
  write(text: string): unknown;
  flushSync(): void;
}

/**
 * Log lines that are written many at a time: under load, each by itself would cost more than the request that it tells
 * of. pino's own destination gathers, too, but measures what it has gathered anew with every line.
 */
export class GatheredLines {
  private lines: string[] = [];
  private length = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private destination: Destination) {}

  write(line: string): void {
    this.lines.push(line);
    this.length += line.length;
    if (this.length >= ENOUGH) this.flush();
    else this.timer ??= setTimeout(this.flush, LATEST).unref();
  }

  readonly flush = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.lines.length === 0) return;
    const text = this.lines.join('');
    this.lines = [];
    this.length = 0;
    this.destination.write(text);
  };

  /**
   * The last of all, before the process ends. What the destination has begun to write to a reader that reads nothing
   * at the moment may be lost.
   * @param last writes before it returns, however slow the reader is
   */
  end(last: Destination): void {
    this.destination.flushSync();
    this.destination = last;
    this.flush();
  }
}
