import type { DataFolder } from './data-folder.js';
import { followDisk, freeForReading, isClosed, keepReserve } from './full-disk.js';
import { findServer, signalReload, type RunningServer } from './postgres-server.js';
import { withLock } from './process-lock.js';
import { ServerStart } from './server-start.js';

const CHECK_INTERVAL_MS = 2_000;
const START_TIMEOUT_MS = 60_000;

/**
 * Starts the server again after it has died, and closes it for writing while the disk is full. It uses the same port, so the
 * connection pool reconnects; orders that were being placed are retried under their idempotency keys.
 */
export class ServerWatch {
  private readonly timer: NodeJS.Timeout;
  private check: Promise<void> | undefined;
  private ended = false;

  constructor(
    private readonly folder: DataFolder,
    private readonly log: (line: string) => void,
  ) {
    this.timer = setInterval(() => {
      this.check ??= this.look().finally(() => (this.check = undefined));
    }, CHECK_INTERVAL_MS).unref();
  }

  /** Resolves when no start is running any more. */
  async end(): Promise<void> {
    this.ended = true;
    clearInterval(this.timer);
    await this.check;
  }

  private async look(): Promise<void> {
    try {
      const server = await findServer(this.folder);
      await (server ? this.follow(server) : this.restart());
    } catch (error) {
      // The next check tries again.
      this.log(error instanceof Error ? error.message : String(error));
    }
  }

  private async follow(server: RunningServer): Promise<void> {
    const { folder } = this;
    const hasChanged = await followDisk(folder);
    const closed = await isClosed(folder);
    await (closed ? freeForReading(folder) : keepReserve(folder));
    if (!hasChanged) return;
    await signalReload(folder, server);
    this.log(
      closed
        ? `The disk of ${folder.path} is full: orders and changes are refused until there is space`
        : `The disk of ${folder.path} has space again: orders and changes are taken`,
    );
  }

  private restart(): Promise<void> {
    return withLock(this.folder.startLock, START_TIMEOUT_MS, async () => {
      if (this.ended) return;
      this.log('PostgreSQL is gone and is started again');
      await new ServerStart(this.folder, false, this.log).untilReady(Date.now() + START_TIMEOUT_MS);
    });
  }
}
