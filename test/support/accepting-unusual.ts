import { soukJson, souk, type CommandTarget } from './command-line.js';
import { UnusualChangesError } from '../../src/catalog/unusual/unusual.js';

/** Makes a change as an operator does who accepts what is unusual. */
export async function acceptingUnusual<T>(
  change: (accepted: { readonly acceptUnusual?: number }) => Promise<T>,
): Promise<T> {
  try {
    return await change({});
  } catch (error) {
    if (!(error instanceof UnusualChangesError)) throw error;
    return change({ acceptUnusual: error.unusual.count });
  }
}

/** Imports a file of a catalog by the command, with the number that it asks for. */
export async function importAccepting(target: CommandTarget, file: string): Promise<void> {
  const words = ['catalog', 'import', file];
  const { code, err } = await souk(target, ...words);
  if (code === 0) return;
  const [, count] = /accept exactly (\d+)/.exec(err) ?? [];
  await soukJson(target, ...words, ...(count === undefined ? [] : ['--accept-unusual', count]));
}
