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

/** Files and folders of the embedded PostgreSQL in the Souk data folder, as absolute paths. */
export interface DataFolder {
  readonly path: string;
  readonly cluster: string;
  readonly log: string;
  readonly credentials: string;
  /** The keys under which secrets in the database are encrypted. */
  readonly secretKeys: string;
  /** Locked while PostgreSQL is being started or stopped. */
  readonly startLock: string;
  /** Locked in shared mode by every process that uses the server. */
  readonly usersLock: string;
  /** Names the machine and container of those processes, and of the server. */
  readonly usersPlace: string;
  /** A FIFO that the server and its processes hold open. */
  readonly serverLock: string;
  /** Takes space, which is freed for a start of the server while the disk is full. */
  readonly reserve: string;
}

/** What a process needs to log in; stored in a file that only its owner can read. */
export interface Credentials {
  readonly password: string;
  /** The last port on 127.0.0.1; 0 before the first start. */
  readonly port: number;
}

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const LEAST_FREE_BYTES = 1024 * 1024;
const SERIOUS = /\b(FATAL|PANIC|ERROR|error):/;
/** The error of a login while the server is starting. */
const NOT_YET = 'the database system is';
const FULL = /No space left on device|Check free disk space/;
/** The prefix of each message in PostgreSQL's log: time, time zone and process id. */
const LOG_PREFIX = /^.*?\d [\d:.]+ \w+ \[\d+\] /;

/** The roles of the cluster: the owner of the tables, and the restricted one of the application. */
export const OWNER_ROLE = 'souk';
export const APPLICATION_ROLE = 'souk_app';

/** The password of the application's role is derived from the owner's, so that only one secret is stored. */
export function applicationPassword({ password }: Pick<Credentials, 'password'>): string {
  return createHash('sha256').update(`${APPLICATION_ROLE} ${password}`).digest('base64url');
}

/** Creates the data folder (mode 0700) unless it exists. */
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
    serverLock: join(path, 'postgres.server.lock'),
    reserve: join(path, 'reserve'),
  };
}

/** The owner of the cluster's folder, or of the data folder while there is no cluster. */
export async function ownerOf(folder: DataFolder): Promise<Owner> {
  const { uid, gid } = await stat(folder.cluster).catch(() => stat(folder.path));
  return { uid, gid };
}

/** Gives root's files to the owner of the data folder, who could not start the server otherwise. */
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
    folder.serverLock,
    folder.reserve,
  ]) {
    await lchown(path, uid, gid).catch(() => undefined);
  }
}

/** Reads the credentials, or creates a random password (32 bytes). */
export async function loadCredentials(folder: DataFolder): Promise<Credentials> {
  try {
    const kept = JSON.parse(
      await readFile(folder.credentials, 'utf8'),
    ) as Partial<Credentials> | null;
    if (typeof kept?.password === 'string' && typeof kept.port === 'number') {
      return { password: kept.password, port: kept.port };
    }
  } catch (error) {
    // A damaged file is replaced: the start sets the new password in the cluster.
    if (codeOf(error) !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
  }
  const fresh = { password: randomBytes(32).toString('base64url'), port: 0 };
  await saveCredentials(folder, fresh);
  return fresh;
}

/** Replaces the credentials atomically. */
export async function saveCredentials(folder: DataFolder, credentials: Credentials): Promise<void> {
  const draft = `${folder.credentials}.new`;
  await writeFile(draft, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flush: true });
  await rename(draft, folder.credentials);
}

/** Truncates a log of more than 10 MB; a running server continues to write to it. */
export async function trimLog(folder: DataFolder): Promise<void> {
  if ((await logSize(folder)) > LOG_LIMIT_BYTES) await truncate(folder.log);
}

/** The length of the log in bytes. */
export async function logSize(folder: DataFolder): Promise<number> {
  return (await stat(folder.log).catch(() => undefined))?.size ?? 0;
}

/** The log after its first `offset` bytes. */
export async function readLog(folder: DataFolder, offset: number): Promise<string> {
  return (await readFile(folder.log).catch(() => Buffer.of())).subarray(offset).toString();
}

/** The line of a log that most likely names the cause of a failure. */
export function telltaleLine(log: string): string {
  const lines = log.split('\n').map((line) => line.replace(LOG_PREFIX, '').trim());
  // The first line of an error names the cause, later ones the consequences.
  const serious = lines.find((line) => SERIOUS.test(line) && !line.includes(NOT_YET));
  const line = serious ?? lines.findLast(Boolean) ?? 'it wrote nothing to its log';
  return line.replace(/\s+/g, ' ').replace(/\.$/, '');
}

/** True when a failure with this log is due to a full disk, even if PostgreSQL could not log it. */
export async function isDiskFull(folder: DataFolder, log: string): Promise<boolean> {
  if (FULL.test(log)) return true;
  return (await freeBytes(folder.path)) < LEAST_FREE_BYTES;
}

/** The free space of the file system that holds this folder, as much of it as an ordinary user may take. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
