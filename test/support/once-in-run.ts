import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from '../../src/database/embedded/index.js';

/** Only ends what would never end. */
const TIMEOUT_MS = 280_000;

/**
 * Has something made by the first spec of a run that wants it, in whichever process that runs; others wait for it meanwhile.
 * @param make fills a new folder; when it fails, the next one that wants it tries again.
 * @returns the folder, which is removed with the run. Nobody changes what is in it.
 */
export async function onceInRun(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const { SOUK_TEST_FOLDER: run } = process.env;
  if (run === undefined)
    throw new Error('SOUK_TEST_FOLDER is not set: the global setup did not run');
  const folder = join(run, name);
  await withLock(`${folder}.lock`, TIMEOUT_MS, async () => {
    if (existsSync(folder)) return;
    const draft = `${folder}-${crypto.randomUUID()}`;
    await mkdir(draft);
    await make(draft);
    await rename(draft, folder);
  });
  return folder;
}
