/** Lines are written when this many characters have come together, or this many milliseconds later. */
const ENOUGH = 4_096;
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

  constructor(private readonly destination: Destination) {}

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

  /** Also what the destination could not take yet. */
  flushSync(): void {
    this.flush();
    this.destination.flushSync();
  }
}
