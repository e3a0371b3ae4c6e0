import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

/** A file with its line, after the last slash in a line of a stack. */
const FILE_LINE = /^([^:\s]+):(\d+)/;

/**
 * The message of an error in one line, with file and line in the extension where its stack names them.
 * @param url the file of the extension.
 */
export function faultText(error: unknown, url: string): string {
  if (!Error.isError(error)) return `it threw ${inspect(error, { breakLength: Infinity })}`;
  const message = error.message.split('\n')[0]?.replace(/\.$/, '') ?? '';
  const place = placeIn(error, url);
  return place === undefined ? message : `${message} (${place})`;
}

/** True if the stack of an error passes through the folder of an extension. */
export function isFaultOf(error: unknown, url: string): boolean {
  return Error.isError(error) && placeIn(error, url) !== undefined;
}

/** Such as `acme.js:12`: the first file of the stack that is in the folder of the extension. */
function placeIn({ stack = '' }: Error, url: string): string | undefined {
  const folder = new URL('.', url);
  const names = [folder.href, fileURLToPath(folder)];
  const line = stack.split('\n').find((text) => names.some((name) => text.includes(name))) ?? '';
  const [, file, number = ''] = FILE_LINE.exec(line.slice(line.lastIndexOf('/') + 1)) ?? [];
  return file === undefined ? undefined : `${file}:${number}`;
}
