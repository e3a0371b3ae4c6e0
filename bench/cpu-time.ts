import { readdir, readFile } from 'node:fs/promises';
import { onServer } from '../test/support/server-connection.js';

/** Ticks of the clock by which Linux counts. */
const TICKS_A_SECOND = 100;

interface Times {
  readonly parent: number;
  /** Of the process, and of those of its children that have ended. */
  readonly seconds: number;
}

/** Seconds that processes have spent on the processors, as `/proc` counts them; undefined where there is no `/proc`. */
export async function cpuTimes(): Promise<ReadonlyMap<number, Times> | undefined> {
  const entries = await readdir('/proc').catch(() => undefined);
  const pids = entries?.filter((entry) => /^\d+$/.test(entry)).map(Number);
  if (!pids) return undefined;
  const times = await Promise.all(pids.map(async (pid) => [pid, await timesOf(pid)] as const));
  return new Map(times.filter((one): one is readonly [number, Times] => one[1] !== undefined));
}

/** The first process of the PostgreSQL server, if it runs on this machine. */
export async function postmaster(url: string): Promise<number | undefined> {
  const pid = await onServer(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return timesOf(rows[0]?.pid ?? NaN);
  });
  return pid?.parent;
}

/** Seconds that a process has spent on the processors; undefined where there is no `/proc`. */
export async function cpuSecondsOf(pid: number): Promise<number | undefined> {
  return (await timesOf(pid))?.seconds;
}

/** Of a process and all its children. */
export function secondsOf(times: ReadonlyMap<number, Times>, pid: number): number {
  const own = [...times].filter(([one, { parent }]) => one === pid || parent === pid);
  return own.reduce((sum, [, { seconds }]) => sum + seconds, 0);
}

/** Undefined if it has ended meanwhile. */
async function timesOf(pid: number): Promise<Times | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name before it may contain anything.
  const [, parent, ...words] = line?.slice(line.lastIndexOf(')') + 2).split(' ') ?? [];
  if (parent === undefined) return undefined;
  const [user, system, childrenUser, childrenSystem] = words.slice(9, 13).map(Number);
  const ticks = [user, system, childrenUser, childrenSystem].reduce((a = 0, b = 0) => a + b, 0);
  return { parent: Number(parent), seconds: (ticks ?? 0) / TICKS_A_SECOND };
}
