import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version of this Souk. */
export const SOUK_VERSION = versionAt(import.meta.url) ?? '0.0.0';

/** The version in the nearest package.json above a file that has one. */
export function versionAt(url: string): string | undefined {
  let folder = dirname(fileURLToPath(url));
  for (;;) {
    const version = versionIn(join(folder, 'package.json'));
    if (version !== undefined) return version;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}

function versionIn(path: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
