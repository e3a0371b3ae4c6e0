import { lstat, rm, type FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { OperatorError } from '../../common/app-error.js';
import { isStillAt, nameNewFile, openNewFile } from '../../common/new-file.js';

/** Ends the name of a file that is not complete. */
export const UNFINISHED = '.unfinished';

/**
 * A file that gets its name only when it is complete; until then it is named `<path>.unfinished`. Existing files and
 * links are neither followed nor changed.
 */
export class BackupFile {
  private constructor(
    private readonly path: string,
    /** Where it is written. */
    readonly draft: string,
    private readonly handle: FileHandle,
  ) {}

  /** @throws OperatorError */
  static async create(path: string): Promise<BackupFile> {
    const draft = `${path}${UNFINISHED}`;
    await refuseExisting(path);
    // The file holds personal data of customers, so only its owner may read it.
    const handle = await openNewFile(draft).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw fileError(path, error);
      throw new OperatorError(
        `${draft} is there already, left by a backup that was broken off or put there by somebody else; look at it, delete it and start again.`,
      );
    });
    return new BackupFile(path, draft, handle);
  }

  /** The stream of the backup. Ending it leaves the file open. */
  get target(): Writable {
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.handle.appendFile(chunk).then(() => {
          done();
        }, done);
      },
    });
  }

  /** Flushes the complete file to disk. */
  flush(): Promise<void> {
    return this.handle.sync();
  }

  /** Renames the flushed file. @returns its size in bytes @throws OperatorError */
  async finish(): Promise<number> {
    await nameNewFile(this.draft, this.path);
    if (!(await isStillAt(this.path, this.handle))) {
      throw new OperatorError(
        `${this.path} was exchanged while it was written; throw it away, and name a file in a folder that only you may write to.`,
      );
    }
    const { size } = await this.handle.stat();
    await this.handle.close();
    return size;
  }

  /** Deletes the unfinished file. @returns the error to report, in words for the operator if it is one of the file */
  async discard(failure: unknown): Promise<unknown> {
    const ours = await isStillAt(this.draft, this.handle);
    await this.handle.close();
    if (ours) await rm(this.draft, { force: true });
    return fileError(this.path, failure);
  }
}

async function refuseExisting(path: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there) throw exists(path);
}

function exists(path: string): OperatorError {
  return new OperatorError(`${path} is there already; name another file.`);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function fileError(path: string, error: unknown): unknown {
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (syscall === undefined || !/^(open|write|fsync|link|rename|unlink)$/.test(syscall))
    return error;
  if (code === 'EEXIST') return exists(path);
  return new OperatorError(
    `${path} cannot be written (${String(code)}); check folder, rights and space.`,
  );
}
