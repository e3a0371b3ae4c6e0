import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { lstat, open, rm, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeOf } from './embedded-postgres-error.js';

/*
 * A lock that lives exactly as long as PostgreSQL: a FIFO which the server inherits open for reading, as do all processes
 * that it starts. Opening a FIFO for writing fails while no process reads it. The kernel knows the readers of every
 * container on this machine, and forgets them however they end; a process id, in contrast, means nothing outside of its
 * PID namespace. The FIFO is made, opened and tested under the start lock only. Windows has neither FIFOs nor namespaces.
 */

const IS_SUPPORTED = process.platform !== 'win32';

/** True while a process of a server that was started with this lock runs, in whatever container. */
export async function isHeld(path: string): Promise<boolean> {
  if (!(await isFifo(path))) return false;
  try {
    await (await open(path, constants.O_WRONLY | constants.O_NONBLOCK)).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENXIO') return false;
    throw error;
  }
}

/**
 * Runs `work` with a file descriptor that holds the lock, and closes it afterwards: then those processes hold the lock
 * which have inherited it. The descriptor is undefined where the file system has no FIFOs.
 * @param log called with one line in that case.
 */
export async function withServerLock<T>(
  path: string,
  log: (line: string) => void,
  work: (descriptor: number | undefined) => Promise<T>,
): Promise<T> {
  const lock = await openLock(path, log);
  try {
    return await work(lock?.fd);
  } finally {
    await lock?.close();
  }
}

/** Removes the FIFO unless a server holds it, so that a folder at rest has plain files only, which every tool can copy. */
export async function removeServerLock(path: string): Promise<void> {
  if (!(await isHeld(path))) await rm(path, { force: true });
}

async function openLock(
  path: string,
  log: (line: string) => void,
): Promise<FileHandle | undefined> {
  if (!IS_SUPPORTED) return undefined;
  try {
    if (!(await isFifo(path))) {
      await rm(path, { force: true });
      await promisify(execFile)('mkfifo', ['-m', '600', path]);
    }
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const reason = Error.isError(error) ? error.message.trim() : String(error);
    log(
      `PostgreSQL runs without the lock that protects its data from a second server in another container, because ` +
        `${path} cannot be made (${reason}); use a local file system, and one container only.`,
    );
    return undefined;
  }
}

async function isFifo(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFIFO();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
