import { UnusualChangesError, type Unusual } from '../../catalog/unusual/unusual.js';
import type { Terminal } from './terminal.js';

/**
 * Makes a change, and where its number of unusual changes has to be accepted, asks a person for it and makes it again.
 * @param accepted the number that was typed before
 */
export async function askUnusual<T>(
  terminal: Terminal,
  accepted: number | undefined,
  change: (accepted: number | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await change(accepted);
  } catch (error) {
    const isAsked = accepted === undefined && terminal.interactive;
    if (!(error instanceof UnusualChangesError) || !isAsked) throw error;
    const { unusual, message } = error;
    terminal.remark([...unusualLines(unusual), message].join('\n'));
    const typed = await terminal.answer('To apply all of it, type how many changes are unusual: ');
    // What is no number is none that is accepted.
    return change(/^\d{1,8}$/.test(typed) ? Number(typed) : 0);
  }
}

/** The first unusual changes, a line each. */
export function unusualLines({ count, first }: Unusual): string[] {
  const lines = first.map(({ id, name, before, after, reason }) => {
    const price = after === null ? '' : `price ${before} -> ${after}, `;
    return `! product ${id} ${JSON.stringify(name)}: ${price}unusual (${reason})`;
  });
  return first.length < count ? [...lines, '…'] : lines;
}
