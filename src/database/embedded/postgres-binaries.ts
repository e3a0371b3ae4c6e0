import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ownerOf, type DataFolder } from './data-folder.js';
import { DATABASE_URL_HINT, EmbeddedPostgresError } from './embedded-postgres-error.js';
import {
  PROGRAM_EXTENSION,
  completePackage,
  copyPackage,
  resolvePackage,
} from './postgres-package.js';
import { PLAIN_RUNNER, findRunners, run, type ProcessRunner } from './process-runner.js';

/** PostgreSQL programs that have been tried successfully, and how to run them. */
export interface PostgresBinaries {
  /** The folder of `postgres` and `initdb`. */
  readonly folder: string;
  /** Major version: 18 for 18.4. */
  readonly major: number;
  readonly runner: ProcessRunner;
}

const OLDEST_MAJOR = 14;
const INSTALL_FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/usr/libexec/postgresql*',
  '/usr/local/pgsql/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
];

/** The path of one PostgreSQL program. */
export function programPath(
  binaries: Pick<PostgresBinaries, 'folder'>,
  name: 'initdb' | 'postgres',
): string {
  return join(binaries.folder, name + PROGRAM_EXTENSION);
}

/**
 * Finds PostgreSQL: the npm package, a copy of it where it cannot run in place, or an installation on this machine.
 * @param clusterMajor the version that an existing cluster needs.
 */
export async function findBinaries(
  folder: DataFolder,
  clusterMajor: number | undefined,
  log: (line: string) => void,
): Promise<PostgresBinaries> {
  const runners = await findRunners(await ownerOf(folder));
  const packaged = await findPackaged(folder, runners, log);
  if (packaged && fits(packaged, clusterMajor)) return packaged;
  const installed = await findInstalled(runners);
  const match = installed.find((binaries) => fits(binaries, clusterMajor));
  if (match) return match;
  const majors = [packaged, ...installed].flatMap((binaries) => binaries?.major ?? []);
  throw missing(folder, clusterMajor, majors);
}

function fits(binaries: PostgresBinaries, clusterMajor: number | undefined): boolean {
  return clusterMajor === undefined || clusterMajor === binaries.major;
}

function missing(
  folder: DataFolder,
  clusterMajor: number | undefined,
  majors: readonly number[],
): EmbeddedPostgresError {
  if (clusterMajor !== undefined && majors.length > 0) {
    const present = [...new Set(majors)].join(' and ');
    return new EmbeddedPostgresError(
      `The data in ${folder.cluster} was made by PostgreSQL ${clusterMajor} and only PostgreSQL ` +
        `${present} is here: install PostgreSQL ${clusterMajor} too, or ${DATABASE_URL_HINT}.`,
    );
  }
  return new EmbeddedPostgresError(
    `No PostgreSQL ${OLDEST_MAJOR} or newer can run on this machine as this user: ` +
      `${DATABASE_URL_HINT}.`,
  );
}

async function findPackaged(
  folder: DataFolder,
  runners: readonly ProcessRunner[],
  log: (line: string) => void,
): Promise<PostgresBinaries | undefined> {
  const native = resolvePackage();
  if (!native) return undefined;
  const complete = await completePackage(native);
  const inPlace = await probe(join(native, 'bin'), runners);
  if (inPlace) return inPlace;
  // A copy helps where the package is read-only and lacks its links, or where Souk runs as root and the user of
  // PostgreSQL cannot read a folder above the package.
  if (complete && !(await probe(join(native, 'bin'), [PLAIN_RUNNER]))) return undefined;
  const parent = process.geteuid?.() === 0 ? '/var/lib' : folder.path;
  const copy = await copyPackage(native, parent);
  const found = await probe(join(copy, 'bin'), runners);
  if (found) log(`PostgreSQL cannot run from ${native}, so it runs from its copy in ${copy}`);
  return found;
}

async function findInstalled(runners: readonly ProcessRunner[]): Promise<PostgresBinaries[]> {
  const folders = new Set<string>();
  for await (const folder of fs.glob(INSTALL_FOLDERS)) folders.add(await fs.realpath(folder));
  const onPath = await promisify(execFile)('sh', ['-c', 'command -v postgres']).catch(() => null);
  if (onPath) folders.add(dirname(await fs.realpath(onPath.stdout.trim())));
  const found = await Promise.all([...folders].map((folder) => probe(folder, runners)));
  return found
    .filter((binaries) => binaries !== undefined)
    .sort((left, right) => right.major - left.major);
}

/** Tries the programs in `folder` with each runner. @returns undefined when they run with none. */
async function probe(
  folder: string,
  runners: readonly ProcessRunner[],
): Promise<PostgresBinaries | undefined> {
  for (const runner of runners) {
    const initdb = await run(runner, [programPath({ folder }, 'initdb'), '--version']);
    const postgres = await run(runner, [programPath({ folder }, 'postgres'), '--version']);
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(postgres.stdout)?.[1]);
    if (initdb.code === 0 && major >= OLDEST_MAJOR) return { folder, major, runner };
  }
  return undefined;
}
