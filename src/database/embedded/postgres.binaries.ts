import { execFile } from 'node:child_process';
import { access, chmod, constants, cp, glob, mkdir, readFile } from 'node:fs/promises';
import { realpath, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { DATABASE_URL_HINT, EmbeddedPostgresError } from './embedded-postgres.error.js';
import { findRunners, run } from './process.runner.js';
import type { ProcessRunner } from './process.runner.js';

/** PostgreSQL programs that were seen to run, and the way they run. */
export interface PostgresBinaries {
  /** The folder that holds `postgres` and `initdb`. */
  readonly folder: string;
  /** 18 for 18.4. */
  readonly major: number;
  readonly runner: ProcessRunner;
}

const OLDEST_MAJOR = 14;
const EXTENSION = process.platform === 'win32' ? '.exe' : '';
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
export function programPath(binaries: PostgresBinaries, name: 'initdb' | 'postgres' | 'pg_ctl') {
  return join(binaries.folder, name + EXTENSION);
}

/**
 * Finds PostgreSQL: the npm package, a copy of it where it cannot run in place, the machine's own.
 * `clusterMajor` is the version an existing cluster needs.
 */
export async function findBinaries(
  dataDir: string,
  clusterMajor: number | undefined,
  log: (line: string) => void,
): Promise<PostgresBinaries> {
  const others = new Set<number>();
  const fits = (found: PostgresBinaries): boolean => {
    if (clusterMajor === undefined || clusterMajor === found.major) return true;
    others.add(found.major);
    return false;
  };
  const packaged = await findPackaged(dataDir, log);
  if (packaged && fits(packaged)) return packaged;
  const match = (await findInstalled()).find(fits);
  if (match) return match;
  throw others.size > 0
    ? new EmbeddedPostgresError(
        `The data in ${dataDir} was made by PostgreSQL ${clusterMajor} but only PostgreSQL ` +
          `${[...others].join(' and ')} is here: install version ${clusterMajor}, or move the ` +
          `data with pg_dump.`,
      )
    : new EmbeddedPostgresError(
        `No PostgreSQL (version ${OLDEST_MAJOR} or newer) can run on this machine as this user: ` +
          `${DATABASE_URL_HINT}.`,
      );
}

async function findPackaged(
  dataDir: string,
  log: (line: string) => void,
): Promise<PostgresBinaries | undefined> {
  const native = resolvePackage();
  if (!native) return undefined;
  await completePackage(native);
  const inPlace = await probe(join(native, 'bin'));
  if (inPlace) return inPlace;
  // Below a folder closed to the user PostgreSQL runs as, or read-only and without its links.
  const parent = process.geteuid?.() === 0 ? '/var/lib' : dataDir;
  try {
    const copy = await copyPackage(native, parent);
    const found = await probe(join(copy, 'bin'));
    if (found) log(`PostgreSQL cannot run from ${native}; using the copy in ${copy}.`);
    return found;
  } catch {
    return undefined;
  }
}

function resolvePackage(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const main = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${platform}-${process.arch}`,
    );
    return join(dirname(main), '..', 'native');
  } catch {
    return undefined;
  }
}

/**
 * Makes what the package's install script would have made: links between its libraries, and
 * programs that may be executed. What cannot be made shows when the programs are probed.
 */
export async function completePackage(native: string): Promise<void> {
  for (const { source, target } of await readLinks(native)) {
    const [from, to] = [join(native, '..', source), join(native, '..', target)];
    await symlink(relative(dirname(to), from), to).catch(() => undefined);
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    const program = join(native, 'bin', name + EXTENSION);
    const mayRun = access(program, constants.X_OK);
    await mayRun.catch(() => chmod(program, 0o755)).catch(() => undefined);
  }
}

async function readLinks(native: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(text) as { source: string; target: string }[];
}

async function copyPackage(native: string, parent: string): Promise<string> {
  const manifest = await readFile(join(native, '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const target = join(parent, `souk-postgresql-${version}`);
  const copy = join(target, 'native');
  if (await access(copy).then(() => true, () => false)) return copy;
  const draft = `${target}.${process.pid}`;
  await mkdir(draft, { mode: 0o755 });
  try {
    await cp(native, join(draft, basename(native)), { recursive: true, verbatimSymlinks: true });
    await completePackage(join(draft, basename(native)));
    // Renamed when complete, so that a killed copy is never taken for a whole one.
    await rename(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return copy;
}

async function findInstalled(): Promise<PostgresBinaries[]> {
  const folders = new Set<string>();
  for await (const folder of glob(INSTALL_FOLDERS)) folders.add(await realpath(folder));
  const onPath = await promisify(execFile)('sh', ['-c', 'command -v postgres']).catch(() => null);
  if (onPath) folders.add(dirname(await realpath(onPath.stdout.trim())));
  const found = await Promise.all([...folders].map(probe));
  return found
    .filter((binaries) => binaries !== undefined)
    .sort((left, right) => right.major - left.major);
}

/** Tells the version and the first way to run the programs in `folder`, if there is one. */
async function probe(folder: string): Promise<PostgresBinaries | undefined> {
  for (const runner of await findRunners()) {
    const initdb = await run(runner, [join(folder, `initdb${EXTENSION}`), '--version']);
    const postgres = await run(runner, [join(folder, `postgres${EXTENSION}`), '--version']);
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(postgres.stdout)?.[1]);
    if (initdb.code === 0 && major >= OLDEST_MAJOR) return { folder, major, runner };
  }
  return undefined;
}
