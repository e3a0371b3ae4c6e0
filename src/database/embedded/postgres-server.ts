import { execFile } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { DataFolder } from './data-folder.js';
import { codeOf } from './embedded-postgres-error.js';
import { programPath } from './postgres-binaries.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { dataArgument, launch } from './process-runner.js';

/** A PostgreSQL that runs on our cluster, whoever started it. */
export interface RunningServer {
  readonly pid: number;
  readonly port: number;
}

/** Larger than any process id, so PostgreSQL sees at once that its owner is gone. */
const NO_PROCESS = 2 ** 31 - 1;
const EMPTY_GRACE_MS = 2000;

/** Finds the server that runs on this cluster, even one that another, killed process started. */
export async function findServer(folder: DataFolder): Promise<RunningServer | undefined> {
  const [pid, , , port] = await readPidFile(folder);
  if (!pid || !port) return undefined;
  const server = { pid: Number(pid), port: Number(port) };
  return (await isRunning(folder, server)) ? server : undefined;
}

/** Whether the server's process still lives and is that of this cluster. */
export async function isRunning(folder: DataFolder, server: RunningServer): Promise<boolean> {
  const command = await commandLine(server.pid);
  // Every argument ends with a NUL, a space or the line.
  return command.split(/[\s\0"]/).includes(`cluster_name=${await clusterName(folder)}`);
}

/** Starts the server in the background, where neither Ctrl-C nor our own end reaches it. */
export async function launchServer(
  folder: DataFolder,
  binaries: PostgresBinaries,
  port: number,
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
      { dataFolder: folder.cluster, detached: true, stdio: ['ignore', log.fd, log.fd] },
    );
    // One that cannot even be spawned has no process id, which tells the caller enough.
    server.on('error', () => undefined).unref();
    return server;
  } finally {
    await log.close();
  }
}

/** Asks the server to roll back what is open, save everything and end; returns at once. */
export async function signalStop(folder: DataFolder, server: RunningServer): Promise<void> {
  if (process.platform !== 'win32') {
    process.kill(server.pid, 'SIGINT');
    return;
  }
  // Windows has no signals; pg_ctl, which lies beside the running program, has another way.
  const started = await readFile(join(folder.cluster, 'postmaster.opts'), 'utf8');
  const program = /^(.*?) "/.exec(started)?.[1] ?? 'postgres';
  const args = ['stop', '-D', folder.cluster, '-m', 'fast', '--no-wait'];
  await promisify(execFile)(join(dirname(program), 'pg_ctl.exe'), args);
}

/** Logs in once; tells the PostgreSQL or network error code, or undefined when it worked. */
export async function tryLogin(url: string): Promise<string | undefined> {
  // The server speaks no TLS, whatever PGSSLMODE asks for.
  const client = new Client({ connectionString: url, ssl: false, connectionTimeoutMillis: 5000 });
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

/** `preferred` when it is free on 127.0.0.1, else any free port. */
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
 * A name that no other cluster has, not even a copy of this one. The server carries it on its
 * command line, which tells it from a foreign process that was given its process id.
 */
async function clusterName(folder: DataFolder): Promise<string> {
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
 * PostgreSQL refuses to start while the process id in its own lock file belongs to any process.
 * Where that process is a foreign one, its id is replaced; the rest of the file stays, because
 * PostgreSQL reads from it whether a part of the old server still uses the cluster.
 */
async function disownPidFile(folder: DataFolder): Promise<void> {
  const path = pidFile(folder);
  const { size, mtimeMs } = (await stat(path).catch(() => undefined)) ?? { size: 1, mtimeMs: 0 };
  // A power cut leaves it empty; a server that is just starting fills it within the grace period.
  if (size === 0 && Date.now() - mtimeMs > EMPTY_GRACE_MS) await rm(path);
  const [pid, ...rest] = await readPidFile(folder);
  // A PostgreSQL that ran without a port wrote its process id as a negative number.
  const foreign = pid !== undefined && pid !== '' && isAlive(Math.abs(Number(pid)));
  if (foreign) await writeFile(path, [NO_PROCESS, ...rest].join('\n'));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
