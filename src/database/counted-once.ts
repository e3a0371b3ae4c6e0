import { sharedRead } from '../common/shared-read.js';
import type { LastRun, ServerTasks } from './server-tasks.js';

/** Counting takes at most this part of the time, however much there is to count. */
const PAUSES_A_COUNT = 100;
/** Figures that are due for longer are not given any more: nobody has asked for long. */
const MOST_DUE_SECONDS = 300;

/**
 * Figures whose counting takes longer the more there is. One server counts them for all, behind the answer to whoever
 * asks; an answer reads one row, whatever the shop holds.
 */
export class CountedOnce<Figures> {
  /** Undefined while there are none. @throws the error of the database */
  readonly read = sharedRead(() => this.current());
  /** How long they are good for at least, in milliseconds; tests set a shorter time. */
  goodForMs = 15_000;

  /** @param name of the task that counts. @param count returns what can be JSON. */
  constructor(
    private readonly tasks: ServerTasks,
    private readonly name: string,
    private readonly count: () => Promise<Figures>,
  ) {}

  private async current(): Promise<Figures | undefined> {
    const last = await this.last();
    if (last && last.dueForSeconds < 0) return last.result;
    const counting = this.tasks.run(this.name, () => this.counted());
    if (isUsable(last)) {
      // The former figures stay, for a while, when the next ones cannot be counted.
      counting.catch(() => undefined);
      return last.result;
    }
    await counting;
    const counted = await this.last();
    return isUsable(counted) ? counted.result : undefined;
  }

  private last(): Promise<LastRun<Figures> | undefined> {
    return this.tasks.last<Figures>(this.name);
  }

  private async counted() {
    const startedAt = performance.now();
    const result = await this.count();
    const tookMs = performance.now() - startedAt;
    return { result, pauseMs: Math.max(this.goodForMs, PAUSES_A_COUNT * tookMs) };
  }
}

function isUsable<Figures>(last: LastRun<Figures> | undefined): last is LastRun<Figures> {
  return last !== undefined && last.dueForSeconds <= MOST_DUE_SECONDS;
}
