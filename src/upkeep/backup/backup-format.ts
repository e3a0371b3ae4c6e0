import { OperatorError } from '../../common/app-error.js';
import { parseJsonExactly } from '../../common/json.js';

/*
 * A backup is a gzip of lines. The first line is the header as JSON. Then follow, for each table, a line of JSON with
 * the table and its columns, the rows in PostgreSQL's COPY format, and the line `\.`. No row equals `\.`, since COPY
 * doubles backslashes. The last line is the trailer; without it the file is incomplete.
 *
 * An encrypted backup is the mark below, and then that gzip as `SecretBox.encryptStream` encrypts it.
 */

export const ENCRYPTED_MARK = Buffer.from('souk-encrypted-backup\n');
/** For the `SecretBox`. */
export const ENCRYPTION_PURPOSE = 'backup';

export const BACKUP_FORMAT = 'souk-backup';
export const BACKUP_VERSION = '1';
export const END_OF_TABLE = '\\.';

export interface BackupHeader {
  readonly format: typeof BACKUP_FORMAT;
  readonly version: typeof BACKUP_VERSION;
  /** The migrations of Souk that have run, oldest first. */
  readonly migrations: readonly string[];
  /** The extensions whose tables follow those of Souk, in this order. A file of an older release has no such list. */
  readonly extensions?: readonly BackupExtension[];
  /** The time of the snapshot, by the clock of the database. */
  readonly takenAt?: string;
}

export interface BackupExtension {
  readonly name: string;
  /** Empty for an extension without one. */
  readonly version: string;
  /** Those of its migrations that have run. */
  readonly migrations: readonly string[];
  readonly tables: readonly string[];
}

/** What a table of a backup holds. */
export interface TableContent {
  readonly rows: number;
  /** SHA-256 of its rows, in hexadecimal. */
  readonly sha256: string;
}

export interface TableHeader {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface BackupTrailer {
  /** The number of rows of each table, as decimal text. */
  readonly rows: Readonly<Record<string, string>>;
  /** The next value of each identity sequence, by table. */
  readonly sequences: Readonly<Record<string, string>>;
  /** SHA-256 of all lines before this one. */
  readonly sha256: string;
}

/** Parses a line of JSON. @throws OperatorError if it is malformed */
export function readLine(line: string, path: string): object {
  try {
    const value = parseJsonExactly(line);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // The error is thrown below.
  }
  throw damaged(path);
}

export function damaged(path: string): OperatorError {
  return new OperatorError(
    `${path} is damaged or incomplete; nothing was restored, use another backup.`,
  );
}
