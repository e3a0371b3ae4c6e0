import { SECRET_KEY } from '../chaos/shop/codes.js';
import { souk, type CommandResult } from '../support/command-line.js';

const MAX_TRIES = 10;

/** Runs a command, and again while a busy machine does not open its connection in time: it has changed nothing then. */
export async function operatorCommand(
  settings: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<CommandResult> {
  for (let tries = 1; ; tries++) {
    const result = await souk({ ...settings, SECRET_KEYS: SECRET_KEY }, ...words, '--json');
    if (tries === MAX_TRIES || !result.err.includes('cannot be reached')) return result;
  }
}

/** The same, for the document that it prints. @throws Error with the command's message when it fails. */
export async function operatorDocument<T>(
  settings: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<T> {
  const { code, out, err } = await operatorCommand(settings, ...words);
  if (code !== 0) throw new Error(`souk ${words.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out) as T;
}
