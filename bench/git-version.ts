import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A version of Souk whose dist/ is built. */
export interface BuiltVersion {
  readonly name: string;
  readonly folder: string;
  remove(): Promise<void>;
}

/** What lies here, built by npm before this runs. */
export async function presentVersion(): Promise<BuiltVersion> {
  return { name: await commitOf('HEAD'), folder: ROOT, remove: () => Promise.resolve() };
}

/** Checks a commit out into a temporary folder, with the packages that are installed here, and builds it. */
export async function versionOf(reference: string): Promise<BuiltVersion> {
  const name = await commitOf(reference);
  const parent = await mkdtemp(join(tmpdir(), 'souk-version-'));
  const folder = join(parent, 'souk');
  const remove = async (): Promise<void> => {
    await git('worktree', 'remove', '--force', folder);
    await rm(parent, { recursive: true, force: true });
  };
  await git('worktree', 'add', '--detach', folder, name);
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await run(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build'], { cwd: folder });
  } catch (error) {
    await remove();
    throw error;
  }
  return { name, folder, remove };
}

function commitOf(reference: string): Promise<string> {
  return git('rev-parse', '--short', '--verify', `${reference}^{commit}`);
}

async function git(...words: string[]): Promise<string> {
  return (await run('git', words, { cwd: ROOT })).stdout.trim();
}
