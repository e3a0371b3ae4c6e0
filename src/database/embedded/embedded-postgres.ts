import { giveToOwner, openDataFolder, trimLog } from './data-folder.js';
import type { DataFolder } from './data-folder.js';
import { toPlainError } from './embedded-postgres-error.js';
import { hasUsers, joinUsers, withLock } from './process-lock.js';
import { assertSamePlace } from './process-place.js';
import { ServerWatch } from './server-watch.js';
import { ServerStart, stopServer } from './server-start.js';

/** The PostgreSQL that Souk brings along, shared by all Souk processes of one data folder. */
export interface EmbeddedPostgres {
  /** `postgres://souk_app:<password>@127.0.0.1:<port>/souk`, the role that the application works as */
  readonly url: string;
  /** `postgres://souk:<password>@127.0.0.1:<port>/souk`, the owner of the tables */
  readonly directUrl: string;
  /** Whether this call made the cluster. */
  readonly firstRun: boolean;
  /** Call after the pool has closed: ends the server unless another process uses it. */
  stop(): Promise<void>;
}

/**
 * `dataDir` is the Souk data folder, made when missing; `log` gets a few plain lines; `watch` starts the server again
 * when it dies, until `stop`.
 */
export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log?: (line: string) => void;
  readonly watch?: boolean;
}

const START_MS = 60_000;
const STOP_MS = 60_000;

/**
 * Starts PostgreSQL in `dataDir`, or joins the one that already runs there, and resolves when a
 * login works. Fails with an `EmbeddedPostgresError` of one sentence.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => undefined, watch = false } = options;
  return plainly(dataDir, async () => {
    const folder = await openDataFolder(dataDir);
    return withLock(folder.startLock, START_MS + STOP_MS, () => joinServer(folder, log, watch));
  });
}

async function joinServer(
  folder: DataFolder,
  log: (line: string) => void,
  watched: boolean,
): Promise<EmbeddedPostgres> {
  await trimLog(folder);
  const alone = !hasUsers(folder.usersLock);
  await assertSamePlace(folder.usersPlace, alone);
  const leave = joinUsers(folder.usersLock);
  try {
    const start = new ServerStart(folder, alone, log);
    const urls = await start.untilReady(Date.now() + START_MS);
    const watch = watched ? new ServerWatch(folder, log) : undefined;
    let stopping: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopping ??= leaveServer(folder, leave, watch));
    return { ...urls, firstRun: start.firstRun, stop };
  } catch (error) {
    // A server that is still recovering is left alone: the next start finds it further on.
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
    withLock(folder.startLock, START_MS + STOP_MS, async () => {
      leave();
      if (!hasUsers(folder.usersLock)) await stopServer(folder, Date.now() + STOP_MS);
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
