import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../../common/app-error.js';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  damaged,
  readLine,
  type BackupHeader,
  type BackupTrailer,
} from './backup-format.js';
import { linesOf } from './lines.js';

/** Reads a backup line by line, and at its end verifies that it is complete and unchanged. */
export class BackupReader {
  private readonly lines: AsyncIterator<string>;
  private readonly hash = createHash('sha256');

  constructor(private readonly path: string) {
    const file = createReadStream(path);
    const input = file.pipe(createGunzip());
    file.on('error', (error) => input.destroy(error));
    this.lines = linesOf(input);
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

  /** Reads the last line, and compares it with all lines before. @throws OperatorError if the file is damaged */
  async trailer(rows: Readonly<Record<string, number>>): Promise<BackupTrailer> {
    const trailer = readLine(await this.raw(), this.path) as BackupTrailer;
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
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ENOENT')
        throw new OperatorError(`${this.path} does not exist; check its name.`);
      throw this.noBackup();
    }
  }

  private async raw(): Promise<string> {
    const line = await this.lines.next().catch((error: unknown) => {
      if (isFileError(error)) throw error;
      throw damaged(this.path);
    });
    if (line.done) throw damaged(this.path);
    return line.value;
  }

  private noBackup(): OperatorError {
    return new OperatorError(`${this.path} is no backup made by "souk backup", or cannot be read.`);
  }
}

function isFileError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}
