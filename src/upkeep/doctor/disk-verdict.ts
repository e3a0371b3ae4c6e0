import { FULL_BYTES } from '../../database/embedded/index.js';
import { fail, ok, warn, type Verdict } from './finding.js';

const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;
/** PostgreSQL's log of changes may take as much by itself. */
const LOW_BYTES = GIBIBYTE;

/** Judges the free space of the embedded database's data folder. @param isClosed true while nothing is written for want of it */
export function diskVerdict(freeBytes: number, folder: string, isClosed = false): Verdict {
  const amount = inUnits(freeBytes);
  if (freeBytes >= LOW_BYTES && !isClosed) return ok(`${amount} are free for ${folder}`);
  if (freeBytes >= FULL_BYTES && !isClosed)
    return warn(`only ${amount} are free for ${folder}; free some space before it is full`);
  return fail(
    `the disk of ${folder} is full (${amount} are free), so orders are refused; free some space`,
  );
}

function inUnits(bytes: number): string {
  return bytes >= GIBIBYTE
    ? `${(bytes / GIBIBYTE).toFixed(1)} GiB`
    : `${Math.floor(bytes / MEBIBYTE)} MiB`;
}
