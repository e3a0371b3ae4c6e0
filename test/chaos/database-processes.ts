import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { onServer } from '../support/server-connection.js';

/** The processes of a PostgreSQL on this machine, the first of them the one that starts the others. */
export function databaseProcesses(url: string): Promise<number[]> {
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // Read while the connection is open, since its process ends with it.
    return familyOf(await processTable(), rows[0]?.pid ?? 0);
  });
}

/** A process, and then those that it has started. */
export async function withChildren(pid: number): Promise<number[]> {
  const children = (await processTable()).filter(({ parent }) => parent === pid);
  return [pid, ...children.map((child) => child.pid)];
}

/** Sends a signal to processes, those that have ended left out. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
}

async function processTable(): Promise<ProcessRow[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0]) => ({ pid, parent }));
}

/**
 * The process of one connection has the same parent as all others.
 * @throws Error when the database does not run on this machine.
 */
function familyOf(table: readonly ProcessRow[], backend: number): number[] {
  const parent = table.find(({ pid }) => pid === backend)?.parent;
  if (parent === undefined) throw new Error('the database runs on another machine');
  return [parent, ...table.filter((row) => row.parent === parent).map(({ pid }) => pid)];
}
