import { databaseAnswer, isDatabaseUnavailable } from '../../database/database-errors.js';
import { fail, warn, type Finding, type Verdict } from './finding.js';

/** PostgreSQL cannot read a page or file, or has found damage in one. */
const DAMAGED_FILE = /^(?:XX|58)/;

/** The findings of a check, which may name others; if it fails itself, a finding that says so, and the others go on. */
export async function findingsOf(
  check: string,
  examine: () => Promise<Verdict | readonly (Verdict | Finding)[]>,
): Promise<Finding[]> {
  try {
    return [await examine()].flat().map((found) => ({ check, ...found }));
  } catch (error) {
    return [{ check, ...failedCheckVerdict(error) }];
  }
}

function failedCheckVerdict(error: unknown): Verdict {
  const reason = error instanceof Error ? error.message : String(error);
  if (isDatabaseUnavailable(error)) {
    return warn(
      `it was not examined, since the database did not answer in time (${reason}); run "souk doctor" again, in a terminal if the shop is large`,
    );
  }
  const { code } = databaseAnswer(error) ?? {};
  const remedy =
    code !== undefined && DAMAGED_FILE.test(code)
      ? 'a file of the database is damaged: look after its disk, keep a copy of its data folder, and restore the last good backup into a new database'
      : 'mend what it names, and run "souk doctor" again';
  return fail(`it cannot be examined (${reason}); ${remedy}`);
}
