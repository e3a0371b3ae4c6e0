import { execFile, spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
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

/** What a finished program left behind; `code` is null when a signal ended it. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

// Our own environment holds secrets, PG* settings and locales that PostgreSQL must not see.
const ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

/** The ways to run PostgreSQL as the current user, best first; not all need work here. */
export async function findRunners(): Promise<ProcessRunner[]> {
  if (process.geteuid?.() !== 0) return [{ prefix: [] }];
  // As root only Linux has `/proc/self/cwd` and user namespaces, which both ways below rely on.
  if (process.platform !== 'linux') return [];
  const runners: ProcessRunner[] = [];
  const user = (await lookUpUser('postgres')) ?? (await lookUpUser('nobody'));
  if (user) runners.push({ prefix: [], user, clusterOwner: user });
  // Root outside, an ordinary user inside: it reaches root's folders but holds no capability.
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
  runners.push({ prefix: namespace, clusterOwner: { uid: 0, gid: process.getegid?.() ?? 0 } });
  return runners;
}

/** The `-D` argument with which the runner's user reaches `folder`, its working folder. */
export function dataArgument(runner: ProcessRunner, folder: string): string {
  // The working folder is entered before the user changes, so this link leads to the cluster even
  // when a folder above it is closed to that user.
  return runner.user ? '/proc/self/cwd' : folder;
}

/** Starts a program; the caller handles its `error` event. */
export function launch(
  runner: ProcessRunner,
  [program, ...args]: readonly [string, ...string[]],
  options: SpawnOptions,
): ChildProcess {
  const [command = program, ...rest] = [...runner.prefix, program, ...args];
  return spawn(command, rest, { ...options, ...runner.user, env: ENVIRONMENT, windowsHide: true });
}

/** Runs a program to its end; one that cannot be started finishes with code 127. */
export async function run(
  runner: ProcessRunner,
  command: readonly [string, ...string[]],
  options: { readonly cwd?: string; readonly input?: string } = {},
): Promise<Finished> {
  const { cwd, input } = options;
  return new Promise((resolve) => {
    const fail = (error: unknown): void =>
      resolve({ code: 127, stdout: '', stderr: error instanceof Error ? error.message : '' });
    try {
      const child = launch(runner, command, { stdio: 'pipe', ...(cwd && { cwd }) });
      let [stdout, stderr] = ['', ''];
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.on('error', fail).on('close', (code) => resolve({ code, stdout, stderr }));
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
