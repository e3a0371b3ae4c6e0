import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { storableText } from '../../common/text.js';
import type { Settings } from '../../config/souk-config.js';
import { withClient } from '../../database/migrate.js';

/** An error of an extension that no code has caught has ended the server. */
export interface ServerEnd {
  /** ISO 8601. */
  readonly at: string;
  readonly extension: string;
  /** What was thrown, in one line. */
  readonly fault: string;
}

/** Stands for an extension where the stack of an error names none. */
export const UNKNOWN_EXTENSION = 'unknown';
/** Stands, with the day (UTC) behind it, in `extension_faults` where others have the name of a port. */
export const SERVER_END = 'end of the server on ';

/** Reached by a server that is started again and again, and never comes as far as to store what it has recorded. */
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_FAULT_CHARACTERS = 300;

/**
 * Where ends are recorded until the next start, since the database may be away. Each shop has a file of its own, by its
 * database without user, password and options: the data folder may be that of several.
 */
export function endsFile({ SOUK_DATA_DIR, DATABASE_URL = '' }: Settings): string {
  const database = createHash('sha256').update(DATABASE_URL.replace(/^.*@|\?.*$/gs, ''));
  return join(SOUK_DATA_DIR, `server-ends-${database.digest('hex').slice(0, 12)}.jsonl`);
}

/** Appends a line before it returns. It never throws. @returns why it could not */
export function recordEnd(file: string, extension: string, fault: string): string | undefined {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (size > MAX_FILE_BYTES) return `${file} is full`;
    const end = { at: new Date(), extension, fault: fault.slice(0, MAX_FAULT_CHARACTERS) };
    // A line that was written by halves ends where the next one begins.
    appendFileSync(file, `\n${JSON.stringify(end)}\n`, { mode: 0o600 });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** What a file tells; lines that were written by halves are left out. */
export function endsIn(text: string): ServerEnd[] {
  return text.split('\n').flatMap((line) => {
    try {
      const { at, extension, fault } = JSON.parse(line) as Record<keyof ServerEnd, string>;
      const end = { extension: storableText(extension), fault: storableText(fault) };
      return [{ at: new Date(at).toISOString(), ...end }];
    } catch {
      return [];
    }
  });
}

/**
 * Takes the recorded ends up into the database, and removes the file. After a failure it stays for the next start.
 * @returns how many there were.
 */
export async function storeEnds(file: string, url: string): Promise<number> {
  // Renamed first, since another instance may end, and add a line, while these are stored.
  const taken = `${file}.taken`;
  if (!existsSync(file) && !existsSync(taken)) return 0;
  return withClient(url, async (client) => {
    await client.query('BEGIN');
    // Instances that start together may share the file: the first one stores it.
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [SERVER_END]);
    let count = 0;
    while (existsSync(taken) || existsSync(file)) {
      if (!existsSync(taken)) renameSync(file, taken);
      const ends = endsIn(readFileSync(taken, 'utf8'));
      await client.query(STORE, [JSON.stringify(ends)]);
      rmSync(taken);
      count += ends.length;
    }
    await client.query('COMMIT');
    return count;
  });
}

/** A clock may be ahead of that of the database. */
const STORE = `
  INSERT INTO extension_faults AS former (extension, port, fault, faults, first_at, last_at)
  SELECT extension, '${SERVER_END}' || (time AT TIME ZONE 'UTC')::date,
    (array_agg(fault ORDER BY time DESC))[1], count(*), min(time), max(time)
  FROM json_to_recordset($1) AS given (extension text, fault text, at timestamptz), least(at, now()) AS time
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (extension, port) DO UPDATE
  SET fault = excluded.fault, faults = former.faults + excluded.faults, last_at = excluded.last_at`;
