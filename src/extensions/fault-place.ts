import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { loggableError } from '../common/logger.js';

const CHECK_TIMEOUT_MS = 10_000;

/** A file with its line, after the last slash in a line of a stack. */
const FILE_LINE = /^([^:\s]+):(\d+)/;

/**
 * The message of an error in one line, with file and line in the extension where its stack names them.
 * @param url the file of the extension.
 */
export function faultText(error: unknown, url: string): string {
  if (!Error.isError(error)) return `it threw ${inspect(error, { breakLength: Infinity })}`;
  const message = loggableError(error).message.split('\n')[0]?.replace(/\.$/, '') ?? '';
  const place = placeIn(error, url);
  return place === undefined ? message : `${message} (${place})`;
}

/** Node names the place of a syntax error only when it ends a process, so another process looks for it. */
export function locatedSyntaxError(error: unknown, url: string): unknown {
  if (!(error instanceof SyntaxError)) return error;
  const { stderr } = spawnSync(process.execPath, ['--check', fileURLToPath(url)], {
    encoding: 'utf8',
    timeout: CHECK_TIMEOUT_MS,
  });
  if (stderr) error.stack = stderr;
  return error;
}

/** True if the stack of an error passes through the folder of an extension. */
export function isFaultOf(error: unknown, url: string): boolean {
  return Error.isError(error) && placeIn(error, url) !== undefined;
}

/** Such as `acme.js:12`: the first file of the stack that is in the folder of the extension. */
function placeIn(error: Error, url: string): string | undefined {
  const { stack = '' } = loggableError(error);
  const folder = new URL('.', url);
  const names = [folder.href, fileURLToPath(folder)];
  const line = stack.split('\n').find((text) => names.some((name) => text.includes(name))) ?? '';
  const [, file, number = ''] = FILE_LINE.exec(line.slice(line.lastIndexOf('/') + 1)) ?? [];
  return file === undefined ? undefined : `${file}:${number}`;
}
