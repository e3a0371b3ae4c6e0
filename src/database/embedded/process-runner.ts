import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** How PostgreSQL programs are started: PostgreSQL refuses to run as root. */
export interface ProcessRunner {
  /** Words before the program, such as `unshare …`. */
  readonly prefix: readonly string[];
  /** The user the program changes to; absent when it stays the one we are. */
  readonly user?: Owner;
  /** Who must own the cluster; absent when whoever creates it does. */
  readonly clusterOwner?: Owner;
}

/** A numeric user and group. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** `dataFolder` is the folder that `dataArgument` names. */
export interface LaunchOptions {
  readonly dataFolder?: string;
  readonly stdio: readonly [Channel, Channel, Channel];
  readonly detached?: boolean;
}

type Channel = 'pipe' | 'ignore' | number;

/** What a finished program left behind; `code` is null when a signal ended it. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** As the user we are. */
export const PLAIN_RUNNER: ProcessRunner = { prefix: [] };

/** The first file descriptor after input, output and errors. */
const DATA_HANDLE = 3;

// Our own environment holds secrets, PG* settings and locales that PostgreSQL must not see.
const ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

/**
 * The ways to run PostgreSQL as the current user, best first; not all need work here. Root runs it
 * as `owner`, who owns the data already, else as the user `postgres` or `nobody`.
 */
export async function findRunners(owner: Owner): Promise<ProcessRunner[]> {
  if (process.geteuid?.() !== 0) return [PLAIN_RUNNER];
  // As root only Linux has `/proc/self/fd` and user namespaces, which both ways below rely on.
  if (process.platform !== 'linux') return [];
  const runners: ProcessRunner[] = [];
  const user =
    owner.uid === 0 ? ((await lookUpUser('postgres')) ?? (await lookUpUser('nobody'))) : owner;
  if (user) runners.push({ prefix: [], user, clusterOwner: user });
  // Root outside, an ordinary user inside: it reaches root's folders but holds no capability.
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
  runners.push({ prefix: namespace, clusterOwner: { uid: 0, gid: process.getegid?.() ?? 0 } });
  return runners;
}

/** The `-D` argument with which the runner's user reaches the `dataFolder` it is launched with. */
export function dataArgument(runner: ProcessRunner, dataFolder: string): string {
  // The folder is opened before the user changes, so this link leads to it even when a folder
  // above it is closed to that user.
  return runner.user ? `/proc/self/fd/${DATA_HANDLE}` : dataFolder;
}

/** Starts a program; the caller handles its `error` event. */
export function launch(
  runner: ProcessRunner,
  [program, ...args]: Command,
  { dataFolder, stdio, detached = false }: LaunchOptions,
): ChildProcess {
  const [command = program, ...rest] = [...runner.prefix, program, ...args];
  const handle = runner.user && dataFolder ? openSync(dataFolder, 'r') : undefined;
  try {
    return spawn(command, rest, {
      ...runner.user,
      stdio: handle === undefined ? [...stdio] : [...stdio, handle],
      // Older PostgreSQL programs fail in a working folder that is closed to their user.
      cwd: '/',
      env: ENVIRONMENT,
      detached,
      windowsHide: true,
    });
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Runs a program to its end; one that cannot be started finishes with code 127. */
export async function run(
  runner: ProcessRunner,
  command: Command,
  { input, ...options }: { readonly dataFolder?: string; readonly input?: string } = {},
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
      // A program that ends without reading its input is judged by its exit code alone.
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
