import { readFileSync } from 'node:fs';

/**
 * The text of a file that a setting names.
 * @param kind what it must name
 * @throws Error whose message completes the sentence "NAME …"
 */
export function fileText(path: string, kind: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new Error(`must name ${kind}; ${path} cannot be read (${code})`, { cause: error });
  }
}
