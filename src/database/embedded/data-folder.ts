import { createHash, randomBytes } from 'node:crypto';
import {
  lchown,
  mkdir,
  readFile,
  realpath,
  rename,
  stat,
  statfs,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './embedded-postgres-error.js';
import type { Owner } from './process-runner.js';

/** Where the embedded PostgreSQL keeps its things in the Souk data folder; absolute paths. */
export interface DataFolder {
  readonly path: string;
  readonly cluster: string;
  readonly log: string;
  readonly credentials: string;
  /** What secrets in the database are sealed under. */
  readonly secretKeys: string;
  /** Held while PostgreSQL is being started or stopped. */
  readonly startLock: string;
  /** Shared by every process that uses the server. */
  readonly usersLock: string;
  /** Where those processes live. */
  readonly usersPlace: string;
}

/** What a process needs to log in; kept from run to run in a file only its owner can read. */
export interface Credentials {
  readonly password: string;
  /** The port last used on 127.0.0.1; 0 before the first start. */
  readonly port: number;
}

const LOG_LIMIT = 10 * 1024 * 1024;
const SERIOUS = /\b(FATAL|PANIC|ERROR|error):/;
/** What a login is told that comes too early. */
const NOT_YET = 'the database system is';
const FULL = /No space left on device|Check free disk space/;
/** What PostgreSQL writes before a message: time, time zone and process id. */
const LOG_PREFIX = /^.*?\d [\d:.]+ \w+ \[\d+\] /;

/** The roles of the cluster: the owner of the tables, and the one that the application works as. */
export const OWNER_ROLE = 'souk';
export const APPLICATION_ROLE = 'souk_app';

/** The second role's password follows from the first one's, so that one secret is kept, not two. */
export function applicationPassword({ password }: Pick<Credentials, 'password'>): string {
  return createHash('sha256').update(`${APPLICATION_ROLE} ${password}`).digest('base64url');
}

/** Makes the data folder (mode 0700) unless it is there. */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = await realpath(dataDir);
  return {
    path,
    cluster: join(path, 'postgres'),
    log: join(path, 'postgres.log'),
    credentials: join(path, 'postgres.json'),
    secretKeys: join(path, 'secret-keys'),
    startLock: join(path, 'postgres.start.lock'),
    usersLock: join(path, 'postgres.users.lock'),
    usersPlace: join(path, 'postgres.users.place'),
  };
}

/** Who owns the cluster, or the data folder while there is no cluster. */
export async function ownerOf(folder: DataFolder): Promise<Owner> {
  const { uid, gid } = await stat(folder.cluster).catch(() => stat(folder.path));
  return { uid, gid };
}

/** Lets the owner of the data folder start the server after root has started it once. */
export async function giveToOwner(folder: DataFolder): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = await stat(folder.path);
  for (const path of [
    folder.log,
    folder.credentials,
    folder.secretKeys,
    folder.startLock,
    folder.usersLock,
    folder.usersPlace,
  ]) {
    await lchown(path, uid, gid).catch(() => undefined);
  }
}

/** Reads the credentials, making a random password (32 bytes) the first time. */
export async function loadCredentials(folder: DataFolder): Promise<Credentials> {
  try {
    const kept = JSON.parse(
      await readFile(folder.credentials, 'utf8'),
    ) as Partial<Credentials> | null;
    if (typeof kept?.password === 'string' && typeof kept.port === 'number') {
      return { password: kept.password, port: kept.port };
    }
  } catch (error) {
    // A damaged file costs nothing: the new password is set on the next start.
    if (codeOf(error) !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
  }
  const fresh = { password: randomBytes(32).toString('base64url'), port: 0 };
  await saveCredentials(folder, fresh);
  return fresh;
}

/** Replaces the credentials in one step, so that a crash leaves the old or the new ones. */
export async function saveCredentials(folder: DataFolder, credentials: Credentials): Promise<void> {
  const draft = `${folder.credentials}.new`;
  await writeFile(draft, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flush: true });
  await rename(draft, folder.credentials);
}

/** Empties the log once it has passed 10 MB; a running server simply writes on. */
export async function trimLog(folder: DataFolder): Promise<void> {
  if ((await logSize(folder)) > LOG_LIMIT) await truncate(folder.log);
}

/** The length of the log in bytes. */
export async function logSize(folder: DataFolder): Promise<number> {
  return (await stat(folder.log).catch(() => undefined))?.size ?? 0;
}

/** What was logged after the first `offset` bytes. */
export async function readLog(folder: DataFolder, offset: number): Promise<string> {
  return (await readFile(folder.log).catch(() => Buffer.of())).subarray(offset).toString();
}

/** The line of a log that best says what went wrong. */
export function telltaleLine(log: string): string {
  const lines = log.split('\n').map((line) => line.replace(LOG_PREFIX, '').trim());
  // The first serious line names the cause, those after it the consequences.
  const serious = lines.find((line) => SERIOUS.test(line) && !line.includes(NOT_YET));
  const line = serious ?? lines.findLast(Boolean) ?? 'it wrote nothing to its log';
  return line.replace(/\s+/g, ' ').replace(/\.$/, '');
}

/** Whether a failure that logged `log` comes from a full disk, which may have kept it unlogged. */
export async function isDiskFull(folder: DataFolder, log: string): Promise<boolean> {
  if (FULL.test(log)) return true;
  const { bavail, bsize } = await statfs(folder.path);
  return bavail * bsize < 1024 * 1024;
}
