import { constants } from 'node:fs';
import { link, lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises';

/** Windows has no O_NOFOLLOW; an exclusive open follows no link there either. */
const NEW_FILE =
  constants.O_WRONLY |
  constants.O_CREAT |
  constants.O_EXCL |
  ((constants as Partial<typeof constants>).O_NOFOLLOW ?? 0);

/** Error codes of file systems without hard links. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
]);

/**
 * Creates a file that only its owner may read. A file or link that already has that name, even a dangling link, is
 * neither followed nor changed.
 * @throws EEXIST
 */
export function openNewFile(path: string): Promise<FileHandle> {
  return open(path, NEW_FILE, 0o600);
}

/**
 * Renames a finished file atomically. It never replaces another file; on a file system without hard links, only as far
 * as a check beforehand can tell.
 * @throws EEXIST
 */
export async function nameNewFile(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code)) throw error;
    await assertMissing(path);
    await rename(draft, path);
    return;
  }
  await unlink(draft);
}

/** True while the path still names the file that was opened, and not another one that replaced it. */
export async function isStillAt(path: string, file: FileHandle): Promise<boolean> {
  const [there, ours] = await Promise.all([
    lstat(path, { bigint: true }).catch(() => undefined),
    file.stat({ bigint: true }),
  ]);
  return there?.dev === ours.dev && there.ino === ours.ino;
}

async function assertMissing(path: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (!there) return;
  throw Object.assign(new Error(`EEXIST: ${path} is there already`), {
    code: 'EEXIST',
    syscall: 'rename',
    path,
  });
}
