import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** A way to run PostgreSQL programs, which refuse to run as root. */
export interface ProcessRunner {
  /** The command before the program, such as `unshare …`. */
  readonly prefix: readonly string[];
  /** The user that the program runs as; undefined for the current user. */
  readonly user?: Owner;
  /** The owner that the cluster needs; undefined for the current user. */
  readonly clusterOwner?: Owner;
}

/** A numeric user and group. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** What a program gets besides its arguments. */
export interface Inherited {
  /** The one that was passed to `dataArgument`. */
  readonly dataFolder?: string;
  /** A file descriptor that the program and its children keep open. */
  readonly lock?: number | undefined;
}

export interface LaunchOptions extends Inherited {
  readonly stdio: readonly [Channel, Channel, Channel];
  readonly detached?: boolean;
}

type Channel = 'pipe' | 'ignore' | number;

/** The outcome of a program; `code` is null when a signal has ended it. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs programs as the current user. */
export const PLAIN_RUNNER: ProcessRunner = { prefix: [] };

/** The first file descriptor after input, output and errors. */
const DATA_HANDLE = 3;

/** Replaces our environment, whose secrets, PG* variables and locales PostgreSQL must not get. */
const ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

/**
 * The ways to run PostgreSQL for the current user, best first; some may fail on this machine. Root runs it as `owner`,
 * who owns the data already, or otherwise as the user `postgres` or `nobody`.
 */
export async function findRunners(owner: Owner): Promise<ProcessRunner[]> {
  if (process.geteuid?.() !== 0) return [PLAIN_RUNNER];
  // For root, both ways below need `/proc/self/fd` or user namespaces, which only Linux has.
  if (process.platform !== 'linux') return [];
  const runners: ProcessRunner[] = [];
  const user =
    owner.uid === 0 ? ((await lookUpUser('postgres')) ?? (await lookUpUser('nobody'))) : owner;
  if (user) runners.push({ prefix: [], user, clusterOwner: user });
  // In this user namespace the program is an ordinary user without capabilities, but may read root's folders.
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
  runners.push({ prefix: namespace, clusterOwner: { uid: 0, gid: process.getegid?.() ?? 0 } });
  return runners;
}

/** The `-D` argument by which the runner's user can open the `dataFolder` that `launch` gets. */
export function dataArgument(runner: ProcessRunner, dataFolder: string): string {
  // `launch` opens the folder before the user changes, so this link works even when that user may not read a parent.
  return runner.user ? `/proc/self/fd/${DATA_HANDLE}` : dataFolder;
}

/** Starts a program; the caller must handle its `error` event. */
export function launch(
  runner: ProcessRunner,
  [program, ...args]: Command,
  { dataFolder, lock, stdio, detached = false }: LaunchOptions,
): ChildProcess {
  const [command = program, ...rest] = [...runner.prefix, program, ...args];
  const handle = runner.user && dataFolder ? openSync(dataFolder, 'r') : undefined;
  try {
    return spawn(command, rest, {
      ...runner.user,
      stdio: [...stdio, handle ?? 'ignore', lock ?? 'ignore'],
      // Older PostgreSQL programs fail in a working folder that their user may not read.
      cwd: '/',
      env: ENVIRONMENT,
      detached,
      windowsHide: true,
    });
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Runs a program to its end; the code is 127 when it cannot be started. */
export async function run(
  runner: ProcessRunner,
  command: Command,
  { input, ...options }: Inherited & { readonly input?: string } = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void => {
      resolve({ code: 127, stdout: '', stderr: error instanceof Error ? error.message : '' });
    };
    try {
      const child = launch(runner, command, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
      let [stdout, stderr] = ['', ''];
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.on('error', fail).on('close', (code) => {
        resolve({ code, stdout, stderr });
      });
      // A program may end without reading its input; only its exit code counts.
      child.stdin?.on('error', () => undefined).end(input);
    } catch (error) {
      fail(error);
    }
  });
}

async function lookUpUser(name: string): Promise<Owner | undefined> {
  const id = async (flag: string): Promise<number> =>
    Number((await promisify(execFile)('id', [flag, name])).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    return undefined;
  }
}
