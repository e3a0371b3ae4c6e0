import { OperatorError } from '../../common/app-error.js';
import { parseJsonExactly } from '../../common/json.js';

/*
 * A backup is a gzip of lines. The first is the header as JSON. Then, table by table, a line of JSON that names the
 * table and its columns, followed by PostgreSQL's own COPY lines and the line `\.`; a COPY line is never `\.`, as
 * COPY writes a backslash doubled. The last line is the trailer, without which the file is incomplete.
 */

export const BACKUP_FORMAT = 'souk-backup';
export const BACKUP_VERSION = '1';
export const END_OF_TABLE = '\\.';

export interface BackupHeader {
  readonly format: typeof BACKUP_FORMAT;
  readonly version: typeof BACKUP_VERSION;
  /** Migrations of the schema, oldest first. */
  readonly migrations: readonly string[];
}

export interface TableHeader {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface BackupTrailer {
  /** Rows of each table, as decimal text. */
  readonly rows: Readonly<Record<string, string>>;
  /** The value that each identity sequence will hand out next, by table. */
  readonly sequences: Readonly<Record<string, string>>;
  /** SHA-256 of all lines before this one. */
  readonly sha256: string;
}

/** One JSON line of a backup. @throws OperatorError when it is none. */
export function readLine(line: string, path: string): object {
  try {
    const value = parseJsonExactly(line);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Told below.
  }
  throw damaged(path);
}

export function damaged(path: string): OperatorError {
  return new OperatorError(
    `${path} is damaged or incomplete; nothing was restored, use another backup.`,
  );
}
