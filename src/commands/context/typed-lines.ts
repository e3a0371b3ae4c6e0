import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../../common/app-error.js';
import type { Terminal } from './terminal.js';

/** Given instead of a file, this reads standard input, which other users of the machine cannot see. */
export const STANDARD_INPUT = '-';

/**
 * The lines of a file, or of standard input for `-`, without empty ones.
 * @param what what each line holds, such as `code`
 * @throws OperatorError if the file cannot be read, or every line is empty
 */
export async function typedLines(
  path: string,
  what: string,
  terminal: Terminal,
): Promise<string[]> {
  const isInput = path === STANDARD_INPUT;
  const content = isInput ? await inputOf(terminal, what) : await contentOf(path);
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length > 0) return lines;
  throw new OperatorError(`${isInput ? 'Standard input' : `The file ${path}`} holds no ${what}.`);
}

function inputOf(terminal: Terminal, what: string): Promise<string> {
  const { stdin } = terminal.streams;
  if (stdin.isTTY) terminal.remark(`Type the ${what}s, one a line, and end with Ctrl-D.`);
  return text(stdin);
}

/** The text of a file. @throws OperatorError if it cannot be read */
export function contentOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`The file ${path} cannot be read; check its name and rights.`);
  });
}
