import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where packages put programs that are not in every user's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin'];

/** The path of an installed program; undefined if there is none. */
export function installed(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS];
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

/** A test that needs the program; without it the report says what is missing. */
export function itWith(program: string, title: string, test: (path: string) => unknown): void {
  const path = installed(program);
  if (path === undefined)
    it.skip(`${title} (not proven here: ${program} is not installed)`, () => undefined);
  else it(title, () => test(path) as Promise<void>);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
