import type { Command } from 'commander';
import { isOperatorError, OperatorError } from '../../common/app-error.js';
import { fieldsOf } from '../../operations/fields/described-field.js';
import type { AnyOperation } from '../../operations/operation.js';
import type { OwnContext } from '../context/command-context.js';
import type { Terminal } from '../context/terminal.js';
import { terminalSentence } from '../context/terminal-advice.js';
import { typedLines } from '../context/typed-lines.js';
import { answerRow } from '../operations/answer-row.js';
import { optionOf, optionsGiven } from '../operations/command-input.js';
import { runOperation, wordsIn, type OwnFields } from '../operations/operation-command.js';

/** Fields of a decision that are typed in a way of their own, also by order. */
interface OwnDecision extends OwnFields<never> {
  /** Decides one of several. */
  readonly ofSeveral: AnyOperation;
  /** What is asked of each of several, by its id. */
  rows(options: never): Promise<ReadonlyMap<string, object> | undefined>;
}

/** Adds a command that decides orders, each as the operation decides one. By hand, since it takes any number of them. */
export function addDecision(
  group: Command,
  { terminal, changeShop }: OwnContext,
  operation: AnyOperation,
  own?: OwnDecision,
): void {
  const command = group
    .command(wordsIn(group, operation.name))
    .argument('[orders...]', 'order ids')
    .description(operation.summary)
    .option('--file <file>', 'more order ids, one a line, quoted or not; - is standard input');
  const { input } = operation;
  const fields = (input ? fieldsOf(input) : []).filter(({ name }) => !own?.fields.includes(name));
  for (const field of fields) command.addOption(optionOf(field));
  own?.add(command);
  command.action((words: string[], options: { readonly file?: string }) =>
    changeShop(async (shop) => {
      const rows = await own?.rows(options as never);
      const ids = await ordersToClose([...words, ...(rows?.keys() ?? [])], options.file, terminal);
      const given = {
        ...optionsGiven(fields, options),
        ...(await own?.read(options as never, ...words)),
      };
      // A list that happens to have one line is decided as the lists of other days are.
      const isOne = ids.length === 1 && !rows && options.file === undefined;
      const asked = isOne ? operation : (own?.ofSeveral ?? operation);
      const close = (id: string, onDone: (answer: object) => unknown) =>
        runOperation(shop, asked, { given: { ...given, ...rows?.get(id) }, id, onDone });
      const rowOf = (answer: object) => answerRow(operation.answer, answer);
      const [first = ''] = ids;
      if (!isOne) return closeEach(ids, terminal, { close, rowOf });
      return close(first, (answer) => {
        terminal.item(rowOf(answer), answer);
      });
    }),
  );
}

/** The ids of a command, each once. @throws OperatorError if there is none */
async function ordersToClose(
  words: readonly string[],
  file: string | undefined,
  terminal: Terminal,
): Promise<string[]> {
  const filed = file === undefined ? [] : await typedLines(file, 'order id', terminal);
  // A column that was cut out of a CSV has its quotes.
  const ids = new Set([...words, ...filed].map((id) => id.trim().replace(/^"(.*)"$/, '$1')));
  if (ids.size === 0) throw new OperatorError('Name an order, or a --file of orders.');
  return [...ids];
}

interface Closing {
  readonly close: (id: string, onDone: (answer: object) => unknown) => Promise<void>;
  readonly rowOf: (answer: object) => ReturnType<typeof answerRow>;
}

/**
 * Closes orders one by one, each in a transaction of its own, and shows those that were closed.
 * @throws OperatorError if any could not be closed; the others are closed nevertheless
 */
export async function closeEach(
  ids: readonly string[],
  terminal: Terminal,
  { close, rowOf }: Closing,
): Promise<void> {
  const closed: object[] = [];
  try {
    for (const id of ids) {
      try {
        await close(id, (answer) => closed.push(answer));
      } catch (error) {
        if (!isOperatorError(error)) throw error;
        terminal.remark(`${id}: ${terminalSentence(error)}`);
      }
    }
  } finally {
    // Those that were closed stay closed and are shown, whatever ends the command for the others.
    terminal.list(closed.map(rowOf), 'No order was closed.', closed);
  }
  const open = ids.length - closed.length;
  if (open > 0) throw new OperatorError(`${open} of ${ids.length} orders were not closed.`);
}
