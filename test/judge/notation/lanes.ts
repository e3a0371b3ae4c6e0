import type { Operation } from '../search/operation.js';

const MS_PER_COLUMN = 10;
const BAR = /\[([^\]>]*)([\]>])/g;

/**
 * Reads operations as they are drawn: a line for each client, a bar for each operation, `]` where its answer came, `>`
 * where none did.
 *
 *     ann  [write 1 ]      [read 2]
 *     bob       [write 2 >
 */
export function drawn<Action>(
  picture: string,
  actionOf: (words: readonly string[]) => Action,
): Operation<Action>[] {
  return picture.split('\n').flatMap((line) => {
    const [client = ''] = line.trim().split(' ');
    return [...line.matchAll(BAR)].map(({ index, 0: bar, 1: text = '', 2: end }) => ({
      client,
      instance: 'one',
      startMs: index * MS_PER_COLUMN,
      endMs: end === ']' ? (index + bar.length - 1) * MS_PER_COLUMN : Infinity,
      action: actionOf(text.trim().split(/\s+/)),
      text: text.trim(),
    }));
  });
}
