import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../../../common/app-error.js';
import type { Terminal } from '../../terminal.js';

/** Where an operator has codes that are to be delivered. */
export interface CodeSource {
  /** Said with --code, in their order. */
  readonly code: readonly string[];
  readonly codesFile?: string;
}

/** Instead of a file or a code: standard input, so that no other user of the machine sees what is typed. */
const STANDARD_INPUT = '-';

/**
 * The codes to deliver. What stands on the command line is seen by every user of the machine, and kept by the shell, so
 * the operator is warned of it.
 * @throws OperatorError when a file cannot be read, or holds no code
 */
export async function codesToDeliver(
  { code, codesFile }: CodeSource,
  terminal: Terminal,
): Promise<string[]> {
  const said = code.filter((word) => word !== STANDARD_INPUT);
  if (said.length > 0) {
    terminal.remark(
      'Others can see codes on the command line; give them by --codes-file, or by standard input with --code -.',
    );
  }
  const inputs = code.length - said.length + (codesFile === STANDARD_INPUT ? 1 : 0);
  if (inputs > 1) throw new OperatorError('Standard input can be read only once; say - once.');
  const typed = inputs === 1 ? await codesOfInput(terminal) : [];
  const filed =
    codesFile === undefined || codesFile === STANDARD_INPUT ? [] : await codesOfFile(codesFile);
  return [...said, ...typed, ...filed];
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
