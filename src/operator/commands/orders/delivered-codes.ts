import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../../../common/app-error.js';
import type { Terminal } from '../../terminal.js';

/** The options that name the codes to deliver. */
export interface CodeSource {
  /** The values of --code, in their order. */
  readonly code: readonly string[];
  readonly codesFile?: string;
}

/** Given instead of a file or a code, this reads standard input, which other users of the machine cannot see. */
const STANDARD_INPUT = '-';

/**
 * Reads the codes to deliver. All users of the machine can see a command line, and the shell stores it, so a code on it
 * causes a warning.
 * @throws OperatorError if a file cannot be read, or contains no code
 */
export async function codesToDeliver(
  { code, codesFile }: CodeSource,
  terminal: Terminal,
): Promise<string[]> {
  const given = code.filter((word) => word !== STANDARD_INPUT);
  if (given.length > 0) {
    terminal.remark(
      'Others can see codes on the command line; give them by --codes-file, or by standard input with --code -.',
    );
  }
  const inputs = code.length - given.length + (codesFile === STANDARD_INPUT ? 1 : 0);
  if (inputs > 1) throw new OperatorError('Standard input can be read only once; say - once.');
  const typed = inputs === 1 ? await codesOfInput(terminal) : [];
  const filed =
    codesFile === undefined || codesFile === STANDARD_INPUT ? [] : await codesOfFile(codesFile);
  return [...given, ...typed, ...filed];
}

async function codesOfInput(terminal: Terminal): Promise<string[]> {
  const { stdin } = terminal.streams;
  if (stdin.isTTY) terminal.remark('Type the codes, one a line, and end with Ctrl-D.');
  return codesIn(await text(stdin), 'Standard input');
}

async function codesOfFile(path: string): Promise<string[]> {
  const content = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`The file ${path} cannot be read; check its name and rights.`);
  });
  return codesIn(content, `The file ${path}`);
}

function codesIn(content: string, where: string): string[] {
  const codes = content.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (codes.length > 0) return codes;
  throw new OperatorError(`${where} holds no code.`);
}
