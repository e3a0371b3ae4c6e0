import { execFile, type ChildProcess } from 'node:child_process';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { DataFolder } from './data-folder.js';
import { codeOf } from './embedded-postgres-error.js';
import { programPath, type PostgresBinaries } from './postgres-binaries.js';
import { dataArgument, launch, type Inherited } from './process-runner.js';

/** A PostgreSQL process that runs on our cluster, whichever process has started it. */
export interface RunningServer {
  readonly pid: number;
  readonly port: number;
}

/** Larger than any process id, so PostgreSQL recognizes that the process does not exist. */
const NO_PROCESS = 2 ** 31 - 1;
/** Time in which a starting server fills its empty lock file. */
const EMPTY_GRACE_MS = 2_000;
const LOGIN_TIMEOUT_MS = 5_000;

/** Finds the server that runs on this cluster, even one that a killed process has started. */
export async function findServer(folder: DataFolder): Promise<RunningServer | undefined> {
  const [pid, , , port] = await readPidFile(folder);
  if (!pid || !port) return undefined;
  const server = { pid: Number(pid), port: Number(port) };
  return (await isRunning(folder, server)) ? server : undefined;
}

/** True while the process runs and is the server of this cluster. */
export async function isRunning(folder: DataFolder, server: RunningServer): Promise<boolean> {
  const command = await commandLine(server.pid);
  // Every argument ends with a NUL, a space or the line.
  return command.split(/[\s\0"]/).includes(`cluster_name=${await clusterName(folder)}`);
}

/**
 * Starts the server detached, so that neither Ctrl-C nor the end of this process stops it. The caller must know that no
 * server holds the server lock.
 * @param lock the server lock, which the server inherits.
 */
export async function launchServer(
  folder: DataFolder,
  binaries: PostgresBinaries,
  { port, lock }: Pick<Inherited, 'lock'> & { readonly port: number },
): Promise<ChildProcess> {
  await disownPidFile(folder);
  const log = await open(folder.log, 'a', 0o600);
  try {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      `cluster_name=${await clusterName(folder)}`,
    ].flatMap((setting) => ['-c', setting]);
    const data = dataArgument(binaries.runner, folder.cluster);
    const server = launch(
      binaries.runner,
      [programPath(binaries, 'postgres'), '-D', data, ...settings],
      { dataFolder: folder.cluster, lock, detached: true, stdio: ['ignore', log.fd, log.fd] },
    );
    // A process that could not be spawned has no process id, which the caller checks.
    server.on('error', () => undefined).unref();
    return server;
  } finally {
    await log.close();
  }
}

/** Asks the server for a fast shutdown, which rolls back open transactions; does not wait for it. */
export function signalStop(folder: DataFolder, server: RunningServer): Promise<void> {
  return signal(folder, server, ['SIGINT', 'stop', '-m', 'fast', '--no-wait']);
}

/** Has the server read its settings again. */
export function signalReload(folder: DataFolder, server: RunningServer): Promise<void> {
  return signal(folder, server, ['SIGHUP', 'reload']);
}

async function signal(
  folder: DataFolder,
  server: RunningServer,
  [name, ...words]: readonly [NodeJS.Signals, ...string[]],
): Promise<void> {
  if (process.platform !== 'win32') {
    process.kill(server.pid, name);
    return;
  }
  // Windows has no signals; pg_ctl, which is beside the running program, reaches the server in another way.
  const started = await readFile(join(folder.cluster, 'postmaster.opts'), 'utf8');
  const program = /^(.*?) "/.exec(started)?.[1] ?? 'postgres';
  const args = [...words, '-D', folder.cluster];
  await promisify(execFile)(join(dirname(program), 'pg_ctl.exe'), args);
}

/** Tries to log in. @returns the error code of PostgreSQL or the network; undefined after success. */
export async function tryLogin(url: string): Promise<string | undefined> {
  // The server has no TLS, whatever PGSSLMODE says.
  const timeout = { connectionTimeoutMillis: LOGIN_TIMEOUT_MS };
  const client = new Client({ connectionString: url, ssl: false, ...timeout });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return undefined;
  } catch (error) {
    return codeOf(error) ?? 'no answer';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns `preferred` when it is free on 127.0.0.1, otherwise any free port. */
export async function pickPort(preferred: number): Promise<number> {
  return (await freePort(preferred)) ?? (await freePort(0)) ?? preferred;
}

async function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(undefined);
    });
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      const free = typeof address === 'object' && address ? address.port : undefined;
      probe.close(() => {
        resolve(free);
      });
    });
  });
}

/**
 * A name that no other cluster has, not even a copy of this one. It is an argument of the server's command line, which
 * distinguishes the server from an unrelated process with a reused process id.
 */
export async function clusterName(folder: DataFolder): Promise<string> {
  const { dev, ino } = await stat(folder.cluster, { bigint: true });
  return `souk-${dev}-${ino}`;
}

async function commandLine(pid: number): Promise<string> {
  const query = `(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).CommandLine`;
  try {
    if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const { stdout } =
      process.platform === 'win32'
        ? await promisify(execFile)('powershell', ['-NoProfile', '-Command', query])
        : await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
    return stdout;
  } catch {
    return '';
  }
}

function pidFile(folder: DataFolder): string {
  return join(folder.cluster, 'postmaster.pid');
}

async function readPidFile(folder: DataFolder): Promise<string[]> {
  const text = await readFile(pidFile(folder), 'utf8').catch(() => '');
  return text.split('\n');
}

/**
 * PostgreSQL refuses to start while the process id in its lock file belongs to a running process. Since no server runs,
 * that process is an unrelated one, and the id is replaced here. The rest of the file stays, because PostgreSQL uses it
 * to check whether a part of the old server still uses the cluster.
 */
async function disownPidFile(folder: DataFolder): Promise<void> {
  const path = pidFile(folder);
  const { size, mtimeMs } = (await stat(path).catch(() => undefined)) ?? { size: 1, mtimeMs: 0 };
  // A power failure may leave the file empty; a server that is starting fills it within the grace period.
  if (size === 0 && Date.now() - mtimeMs > EMPTY_GRACE_MS) await rm(path);
  const [pid, ...rest] = await readPidFile(folder);
  // PostgreSQL in single-user mode writes its process id as a negative number.
  const isReused = pid !== undefined && pid !== '' && isAlive(Math.abs(Number(pid)));
  if (isReused) await writeFile(path, [NO_PROCESS, ...rest].join('\n'));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
