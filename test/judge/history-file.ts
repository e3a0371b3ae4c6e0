import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Call, History, Message, TokenOwner } from './history.js';
import type { JudgeOptions } from './judgement.js';

/** A history with the options by which it was judged first, so that it is judged by the same again. */
export interface KeptHistory {
  readonly history: History;
  readonly options: JudgeOptions;
}

/** One line of a file. */
type Line =
  | { readonly options: JudgeOptions }
  | { readonly token: string; readonly owner: TokenOwner }
  | { readonly call: Call }
  | { readonly message: Message };

/** Lines that are written at a time. */
const LINES_AT_ONCE = 1_000;

/** Writes a history, one call a line, so that it can be judged again. */
export async function writeHistory(
  path: string,
  history: History,
  options: JudgeOptions = {},
): Promise<void> {
  const file = await open(path, 'w');
  try {
    let lines: string[] = [`${jsonOf({ options })}\n`];
    for (const line of linesOf(history)) {
      lines.push(`${jsonOf(line)}\n`);
      if (lines.length < LINES_AT_ONCE) continue;
      await file.write(lines.join(''));
      lines = [];
    }
    await file.write(lines.join(''));
  } finally {
    await file.close();
  }
}

/** Reads what `writeHistory` has written. */
export async function readHistory(path: string): Promise<KeptHistory> {
  const calls: Call[] = [];
  const messages: Message[] = [];
  const tokens = new Map<string, TokenOwner>();
  let options: JudgeOptions = {};
  const input = createReadStream(path);
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    const line = JSON.parse(text) as Line;
    if ('call' in line) calls.push(complete(line.call));
    else if ('message' in line) messages.push(line.message);
    else if ('options' in line) options = line.options;
    else tokens.set(line.token, line.owner);
  }
  return { history: { calls, messages, tokens }, options };
}

function* linesOf({ calls, messages, tokens }: History): Generator<Line> {
  for (const [token, owner] of tokens) yield { token, owner };
  for (const call of calls) yield { call };
  for (const message of messages) yield { message };
}

/** JSON in one line: readers of lines end them at two characters that JSON leaves as they are. */
function jsonOf(line: Line): string {
  const escaped = (end: string): string => `\\u${end.charCodeAt(0).toString(16)}`;
  return JSON.stringify(line).replace(/[\u2028\u2029]/g, escaped);
}

/** JSON leaves out what is undefined. */
function complete({ request, ...call }: Call): Call {
  return {
    ...call,
    request: { ...request, token: request.token, body: request.body },
    answer: call.answer,
  };
}
