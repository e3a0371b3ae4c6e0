import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../../../common/app-error.js';
import { sentence } from '../../../common/sentence.js';
import { openNewFile } from '../../../common/new-file.js';
import { UPLOAD_PREFIX } from './left-files.js';

/** Of an uploaded file: 250,000 products of our own format fit in. */
export const MAX_UPLOAD_BYTES = 128 * 1024 * 1024;

/** The form of a file, as its uploader names it; `unknown` is told by its first characters. */
export type FileForm = 'csv' | 'json' | 'unknown';

/** More bytes than an uploaded file may have. */
export class UploadTooLargeError extends OperatorError {
  constructor() {
    super(...sentence('import.too-large', { megabytes: Math.floor(MAX_UPLOAD_BYTES / 1e6) }));
  }
}

/** A file of a stranger, on the disk of this instance until it was read. */
export class UploadedFile {
  private constructor(
    readonly path: string,
    readonly bytes: number,
  ) {}

  /** Writes what arrives to a new file that only this user may read. @throws UploadTooLargeError; what `pieces` throws */
  static async receive(
    pieces: AsyncIterable<Uint8Array>,
    form: FileForm,
    maxBytes = MAX_UPLOAD_BYTES,
  ): Promise<UploadedFile> {
    const path = join(
      tmpdir(),
      `${UPLOAD_PREFIX}${randomUUID()}.${form === 'unknown' ? 'file' : form}`,
    );
    const file = await openNewFile(path);
    let bytes = 0;
    try {
      for await (const piece of pieces) {
        bytes += piece.byteLength;
        if (bytes > maxBytes) throw new UploadTooLargeError();
        await file.write(piece);
      }
    } catch (error) {
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
    await file.close();
    return new UploadedFile(path, bytes);
  }

  remove(): Promise<void> {
    return rm(this.path, { force: true });
  }
}
