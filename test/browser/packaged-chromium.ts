import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A Chromium that was unpacked from its npm package. */
export interface PackagedChromium {
  readonly path: string;
  /** Of shared libraries that a system without a desktop lacks. */
  readonly libraries: string;
  readonly fonts: string;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache');
const PACKAGE = '@sparticuz/chromium';
/** Only there the package unpacks its libraries. */
const PLATFORM = 'AWS_Lambda_nodejs24.x';
const UNPACK = `import chromium from '${PACKAGE}'; await chromium.executablePath();`;

/**
 * Unpacks the package, once for each of its versions; that takes some seconds and 250 MB.
 * @throws Error if the package is not installed
 */
export async function packagedChromium(): Promise<PackagedChromium> {
  const folder = join(CACHE, `souk-chromium-${await packageVersion()}`);
  const exists = await access(folder).then(
    () => true,
    () => false,
  );
  if (!exists) await unpack(folder);
  return {
    path: join(folder, 'chromium'),
    libraries: join(folder, 'al2023', 'lib'),
    fonts: join(folder, 'fonts'),
  };
}

async function packageVersion(): Promise<string> {
  const manifest = new URL('../../package.json', import.meta.resolve(PACKAGE));
  return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version;
}

/**
 * In a process of its own, because the package changes the environment of the one that imports it. It unpacks into the
 * folder of temporary files, where others could put something in its place; so that is one of ours.
 */
async function unpack(folder: string): Promise<void> {
  const draft = join(CACHE, `souk-chromium-draft-${randomUUID()}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, TMPDIR: draft, AWS_EXECUTION_ENV: PLATFORM },
    });
    await rename(draft, folder).catch((error: unknown) => {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
