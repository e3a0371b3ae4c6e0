import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How the names of uploaded files begin. */
export const UPLOAD_PREFIX = 'souk-import-';

/** A file is read within minutes; instances of the same machine share the folder. */
const MAX_AGE_MS = 60 * 60_000;

/** Removes uploaded files that servers have left which were killed. What cannot be removed, such as another user's, stays. */
export async function removeLeftFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(UPLOAD_PREFIX));
  for (const name of names) await removeIfOld(join(folder, name)).catch(() => undefined);
}

async function removeIfOld(path: string): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (Date.now() - mtimeMs > MAX_AGE_MS) await rm(path, { force: true });
}
