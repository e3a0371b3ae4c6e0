import type { Logger } from 'pino';

const INTERVAL_MS = 1_000;
/** Further causes are not named. */
const MAX_CAUSES = 5;

/**
 * Keeps an outage from writing lines for each of thousands of requests: those that are answered 111 within a second after
 * another one are counted in one line. At the level debug, each request has its own lines.
 */
export class UnavailableLines {
  private readonly causes = new Map<string, number>();
  private count = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly logger: Logger) {}

  /** @returns false if the request is counted; then it has no lines of its own */
  mayWrite(cause: string): boolean {
    if (this.logger.isLevelEnabled('debug')) return true;
    if (!this.timer) {
      this.timer = setTimeout(this.write, INTERVAL_MS).unref();
      return true;
    }
    this.count += 1;
    const former = this.causes.get(cause) ?? 0;
    if (former > 0 || this.causes.size < MAX_CAUSES) this.causes.set(cause, former + 1);
    return false;
  }

  private readonly write = (): void => {
    this.timer = undefined;
    if (this.count === 0) return;
    const causes = Object.fromEntries(this.causes);
    this.logger.warn({ count: this.count, causes }, 'further requests were answered 111');
    this.causes.clear();
    this.count = 0;
    this.timer = setTimeout(this.write, INTERVAL_MS).unref();
  };
}
