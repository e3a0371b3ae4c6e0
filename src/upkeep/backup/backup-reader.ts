import { createHash } from 'node:crypto';
import { OperatorError } from '../../common/app-error.js';
import { SecretUnreadableError, type SecretBox } from '../../common/secret-box.js';
import { backupContent } from './backup-content.js';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  damaged,
  END_OF_TABLE,
  readLine,
  type BackupHeader,
  type BackupTrailer,
} from './backup-format.js';
import type { Pace } from './backup-writer.js';
import { wholeLines } from './lines.js';

const NOTHING = Buffer.alloc(0);
const LINE_FEED = 0x0a;
/** Ends the rows of a table that has any. */
const END_AFTER_ROWS = Buffer.from(`\n${END_OF_TABLE}\n`);
const END_LINE = END_AFTER_ROWS.subarray(1);

/** Reads a backup, single lines and the rows of tables, and at its end verifies that it is complete and unchanged. */
export class BackupReader {
  private readonly blocks: AsyncGenerator<Buffer, void>;
  /** What was read of the file, and not taken yet: whole lines. */
  private unread: Buffer = NOTHING;
  private readonly hash = createHash('sha256');

  /** @param box decrypts an encrypted file. */
  constructor(
    private readonly path: string,
    box: SecretBox,
    pace?: Pace,
  ) {
    this.blocks = wholeLines(backupContent(path, box, pace));
  }

  /** @throws OperatorError if the file is missing or is no backup */
  async header(): Promise<BackupHeader> {
    const header = readLine(await this.first(), this.path) as Partial<BackupHeader>;
    if (header.format !== BACKUP_FORMAT) throw this.noBackup();
    if (header.version !== BACKUP_VERSION) {
      throw new OperatorError(`${this.path} is of a newer Souk; restore it with that version.`);
    }
    const { format, version, migrations = [], extensions = [], takenAt } = header;
    return { format, version, migrations, extensions, ...(takenAt !== undefined && { takenAt }) };
  }

  /** The next line, which is added to the checksum. @throws OperatorError at the end of a truncated file */
  async next(): Promise<string> {
    const line = await this.raw();
    this.hash.update(`${line}\n`);
    return line;
  }

  /**
   * The rows of a table in blocks of whole lines, up to its end, which is read as well; all are added to the checksum.
   * @throws OperatorError at the end of a truncated file
   */
  async *rows(): AsyncGenerator<Buffer, void> {
    for (;;) {
      if (!(await this.hasUnread())) throw damaged(this.path);
      if (this.unread.subarray(0, END_LINE.length).equals(END_LINE)) {
        this.take(END_LINE.length);
        return;
      }
      const end = this.unread.indexOf(END_AFTER_ROWS);
      yield this.take(end < 0 ? this.unread.length : end + 1);
    }
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.blocks.return();
  }

  /** Reads the last line, and compares it with all lines before. @throws OperatorError if the file is damaged */
  async trailer(rows: Readonly<Record<string, number>>): Promise<BackupTrailer> {
    const trailer = readLine(await this.raw(), this.path) as BackupTrailer;
    if (await this.hasUnread()) throw damaged(this.path);
    const counts = Object.entries(rows).every(
      ([name, count]) => trailer.rows[name] === String(count),
    );
    if (trailer.sha256 !== this.hash.digest('hex') || !counts) throw damaged(this.path);
    return trailer;
  }

  private async first(): Promise<string> {
    try {
      return await this.next();
    } catch (error) {
      if (error instanceof SecretUnreadableError) throw error;
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ENOENT')
        throw new OperatorError(`${this.path} does not exist; check its name.`);
      throw this.noBackup();
    }
  }

  private async raw(): Promise<string> {
    if (!(await this.hasUnread())) throw damaged(this.path);
    const end = this.unread.indexOf(LINE_FEED);
    const line = end < 0 ? this.unread : this.unread.subarray(0, end);
    this.unread = this.unread.subarray(line.length + 1);
    return line.toString();
  }

  /** The next bytes. */
  private take(length: number): Buffer {
    const bytes = this.unread.subarray(0, length);
    this.unread = this.unread.subarray(length);
    this.hash.update(bytes);
    return bytes;
  }

  /** False at the end of the file. What is encrypted is known to be unchanged there alone. */
  private async hasUnread(): Promise<boolean> {
    if (this.unread.length > 0) return true;
    const { value } = await this.blocks.next().catch((error: unknown) => {
      if (isFileError(error) || error instanceof SecretUnreadableError) throw error;
      throw damaged(this.path);
    });
    this.unread = value ?? NOTHING;
    return this.unread.length > 0;
  }

  private noBackup(): OperatorError {
    return new OperatorError(`${this.path} is no backup made by "souk backup", or cannot be read.`);
  }
}

function isFileError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}
