import { createReadStream, existsSync } from 'node:fs';
import { OperatorError } from '../../common/app-error.js';
import { placeOf, type AccountPlace } from '../../events/ordered/account-place.js';

/**
 * Where the events of each account go on, by a file with the lines that `souk events` has printed; a file that is not there has
 * none. A last line without its end counts as not printed.
 * @throws OperatorError for a line that is none
 */
export async function placesIn(file: string): Promise<Map<number, AccountPlace>> {
  const places = new Map<number, AccountPlace>();
  let number = 0;
  for await (const line of wholeLines(file)) {
    const found = placeOf(cursorIn(line));
    number++;
    if (!found) throw new OperatorError(`Line ${number} of ${file} is no line of "souk events".`);
    places.set(found.accountId, found.place);
  }
  return places;
}

async function* wholeLines(file: string): AsyncGenerator<string> {
  if (!existsSync(file)) return;
  let rest = '';
  for await (const text of createReadStream(file, { encoding: 'utf8' })) {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function cursorIn(line: string): string {
  try {
    return String((JSON.parse(line) as { cursor?: unknown } | null)?.cursor);
  } catch {
    return '';
  }
}
