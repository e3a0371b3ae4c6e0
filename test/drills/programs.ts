import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Scenario } from '../support/scenarios.js';

/** Where Debian's packages put their programs; PostgreSQL has a folder for each version. */
const POSTGRESQL_FOLDER = '/usr/lib/postgresql';
const PROGRAMS = {
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
} as const;

/** Debian's packages that a drill may need. */
export type Package = 'postgresql' | keyof typeof PROGRAMS;

/**
 * Adds a check of what is installed to a drill: when a package is missing, the drill names it and runs nothing.
 */
export function needing<Amounts>(
  packages: readonly Package[],
  drill: Scenario<Amounts>,
): Scenario<Amounts> {
  return {
    title: drill.title,
    run: async (random, amounts, say) => {
      const found = await Promise.all(packages.map(isInstalled));
      const missing = packages.filter((_, index) => found[index] !== true);
      if (missing.length === 0) return drill.run(random, amounts, say);
      const did = `not run: install ${missing.join(', ')} (Debian: apt install ${missing.join(' ')})`;
      return { did, faults: [] };
    },
  };
}

/** True if this machine has the package. */
export async function isInstalled(name: Package): Promise<boolean> {
  if (name === 'postgresql') return (await newestPostgres()) !== undefined;
  return access(PROGRAMS[name]).then(
    () => true,
    () => false,
  );
}

/** Finds a program of PostgreSQL by its name. */
export type FindProgram = (name: string) => Promise<string>;

/** The path of a program of Debian's PostgreSQL, of the newest version that is installed. */
export async function postgresProgram(name: string): Promise<string> {
  return join(POSTGRESQL_FOLDER, (await newestPostgres()) ?? '', 'bin', name);
}

async function newestPostgres(): Promise<string | undefined> {
  const versions = await readdir(POSTGRESQL_FOLDER).catch(() => []);
  return versions.toSorted((one, other) => Number(other) - Number(one))[0];
}

/** Replaces our environment, whose PG* variables PostgreSQL must not get. */
const ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH };

/** A user and a group that programs run as; empty unless we are root, whom PostgreSQL refuses. */
export async function ordinaryUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (option: string): Promise<number> =>
    Number((await promisify(execFile)('id', [option, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

/** Starts a program as an ordinary user. It is killed when this process ends. */
export async function launch(
  program: string,
  words: readonly string[],
  options: Pick<SpawnOptions, 'stdio' | 'cwd'>,
): Promise<ChildProcess> {
  const child = spawn(program, words, { ...options, env: ENVIRONMENT, ...(await ordinaryUser()) });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

/** Runs a program as an ordinary user, to its end. @throws Error with what it said when it fails. */
export async function runProgram(program: string, words: readonly string[]): Promise<void> {
  await promisify(execFile)(program, [...words], {
    env: ENVIRONMENT,
    cwd: '/',
    ...(await ordinaryUser()),
  });
}
