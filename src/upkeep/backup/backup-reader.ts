import { createHash } from 'node:crypto';
import { OperatorError } from '../../common/app-error.js';
import { SecretUnreadableError, type SecretBox } from '../../common/secret-box.js';
import { backupContent } from './backup-content.js';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  damaged,
  readLine,
  type BackupHeader,
  type BackupTrailer,
} from './backup-format.js';
import type { Pace } from './backup-writer.js';
import { linesOf } from './lines.js';

/** Reads a backup line by line, and at its end verifies that it is complete and unchanged. */
export class BackupReader {
  private readonly lines: AsyncGenerator<string>;
  private readonly hash = createHash('sha256');

  /** @param box decrypts an encrypted file. */
  constructor(
    private readonly path: string,
    box: SecretBox,
    pace?: Pace,
  ) {
    this.lines = linesOf(backupContent(path, box, pace));
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

  /** Closes the file. */
  async close(): Promise<void> {
    await this.lines.return(undefined);
  }

  /** Reads the last line, and compares it with all lines before. @throws OperatorError if the file is damaged */
  async trailer(rows: Readonly<Record<string, number>>): Promise<BackupTrailer> {
    const trailer = readLine(await this.raw(), this.path) as BackupTrailer;
    if (await this.hasMore()) throw damaged(this.path);
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
    const line = await this.line();
    if (line.done) throw damaged(this.path);
    return line.value;
  }

  /** What is encrypted is known to be unchanged at its end alone. */
  private async hasMore(): Promise<boolean> {
    return !(await this.line()).done;
  }

  private line(): Promise<IteratorResult<string, void>> {
    return this.lines.next().catch((error: unknown) => {
      if (isFileError(error) || error instanceof SecretUnreadableError) throw error;
      throw damaged(this.path);
    });
  }

  private noBackup(): OperatorError {
    return new OperatorError(`${this.path} is no backup made by "souk backup", or cannot be read.`);
  }
}

function isFileError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}
