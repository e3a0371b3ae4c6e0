import { OperatorError } from '../../common/app-error.js';
import { codeRows, saysNone } from '../../operations/orders/code-rows.js';
import type { Terminal } from '../context/terminal.js';
import { STANDARD_INPUT, typedLines } from '../context/typed-lines.js';

/** The options that name the codes to deliver. */
export interface CodeSource {
  /** The values of --code, in their order. */
  readonly code?: readonly string[];
  readonly codesFile?: string;
  readonly codesByOrder?: string;
}

/**
 * Reads the codes to deliver. All users of the machine can see a command line, and the shell stores it, so a code on it
 * causes a warning.
 * @throws OperatorError if a file cannot be read, or contains no code
 */
export async function codesToDeliver(
  { code = [], codesFile }: CodeSource,
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
  const typed = inputs === 1 ? await typedLines(STANDARD_INPUT, 'code', terminal) : [];
  const filed =
    codesFile === undefined || codesFile === STANDARD_INPUT
      ? []
      : await typedLines(codesFile, 'code', terminal);
  return [...given, ...typed, ...filed];
}

/** What a CSV says of each order, by its id: its codes, or that it gets none. @throws OperatorError */
export async function codesOfOrders(
  path: string | undefined,
  terminal: Terminal,
): Promise<ReadonlyMap<string, object> | undefined> {
  if (path === undefined) return undefined;
  const text = (await typedLines(path, 'order', terminal)).join('\n');
  const rows = codeRows(text, ',').map(([id = '', ...codes]) => {
    const asked = saysNone(codes) ? { without_codes: true } : { codes };
    return [id, codes.length > 0 ? asked : {}] as const;
  });
  const orders = new Map(rows);
  if (orders.size === rows.length) return orders;
  throw new OperatorError('The file has an order twice.');
}
