import type { DataFolder } from './data-folder.js';
import { findServer } from './postgres-server.js';
import { withLock } from './process-lock.js';
import { ServerStart } from './server-start.js';

const INTERVAL_MS = 2_000;
const START_MS = 60_000;

/**
 * Starts the server again when it has died, for whatever reason. It comes back at its port, so the pool finds it; the
 * orders that were under way find out by their keys what became of them.
 */
export class ServerWatch {
  private readonly timer: NodeJS.Timeout;
  private looking: Promise<void> | undefined;
  private ended = false;

  constructor(
    private readonly folder: DataFolder,
    private readonly log: (line: string) => void,
  ) {
    this.timer = setInterval(() => {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
    }, INTERVAL_MS).unref();
  }

  /** Resolves when nothing is being started any more. */
  async end(): Promise<void> {
    this.ended = true;
    clearInterval(this.timer);
    await this.looking;
  }

  private async look(): Promise<void> {
    if (await findServer(this.folder)) return;
    try {
      await withLock(this.folder.startLock, START_MS, async () => {
        if (this.ended) return;
        this.log('PostgreSQL is gone and is started again');
        await new ServerStart(this.folder, false, this.log).untilReady(Date.now() + START_MS);
      });
    } catch (error) {
      // The next look tries again.
      this.log(error instanceof Error ? error.message : String(error));
    }
  }
}
