import { giveToOwner, openDataFolder, trimLog, type DataFolder } from './data-folder.js';
import { toPlainError } from './embedded-postgres-error.js';
import { hasUsers, joinUsers, withLock } from './process-lock.js';
import { assertSamePlace } from './process-place.js';
import { removeServerLock } from './server-lock.js';
import { ServerWatch } from './server-watch.js';
import { ServerStart, stopServer, type ServerUrls } from './server-start.js';

/** The PostgreSQL server that all Souk processes with the same data folder share. */
export interface EmbeddedPostgres extends ServerUrls {
  /** True when this call created the cluster. */
  readonly firstRun: boolean;
  /** Call after the pool has closed. It stops the server unless another process uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The Souk data folder; it is created when it is missing. */
  readonly dataDir: string;
  /** Called with a few lines for the operator. */
  readonly log?: (line: string) => void;
  /** True starts the server again when it dies, until `stop`. */
  readonly watch?: boolean;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;

/**
 * Starts PostgreSQL in `dataDir`, or joins the server that already runs there, and resolves when a login succeeds.
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => undefined, watch = false } = options;
  return plainly(dataDir, async () => {
    const folder = await openDataFolder(dataDir);
    return withLock(folder.startLock, START_TIMEOUT_MS + STOP_TIMEOUT_MS, () =>
      joinServer(folder, log, watch),
    );
  });
}

async function joinServer(
  folder: DataFolder,
  log: (line: string) => void,
  watched: boolean,
): Promise<EmbeddedPostgres> {
  await trimLog(folder);
  const alone = !hasUsers(folder.usersLock);
  await assertSamePlace(folder, alone);
  const leave = joinUsers(folder.usersLock);
  try {
    const start = new ServerStart(folder, alone, log);
    const urls = await start.untilReady(Date.now() + START_TIMEOUT_MS);
    const watch = watched ? new ServerWatch(folder, log) : undefined;
    let stopping: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopping ??= leaveServer(folder, leave, watch));
    return { ...urls, firstRun: start.firstRun, stop };
  } catch (error) {
    // A server that is still recovering keeps running, so that the next start finds it further on.
    leave();
    throw error;
  } finally {
    await giveToOwner(folder);
  }
}

async function leaveServer(
  folder: DataFolder,
  leave: () => void,
  watch: ServerWatch | undefined,
): Promise<void> {
  await watch?.end();
  await plainly(folder.path, () =>
    withLock(folder.startLock, START_TIMEOUT_MS + STOP_TIMEOUT_MS, async () => {
      leave();
      if (hasUsers(folder.usersLock)) return;
      await stopServer(folder, Date.now() + STOP_TIMEOUT_MS);
      await removeServerLock(folder.serverLock);
    }),
  );
}

async function plainly<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toPlainError(error, dataDir);
  }
}
