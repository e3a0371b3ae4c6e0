import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ImportBusyError, ImportWork } from '../../catalog/import/uploaded/import-work.js';
import {
  UploadedFile,
  UploadTooLargeError,
  type FileForm,
} from '../../catalog/import/uploaded/uploaded-file.js';
import { UploadedImports } from '../../catalog/import/uploaded/uploaded-imports.service.js';
import { AuditedChanges } from '../../people/changes/audited-changes.js';
import type { ChangeAuthor } from '../../people/changes/change-author.js';
import { ProblemError } from '../problems/problem.js';
import { IMPORT, type ImportDto } from '../../operations/catalog/import.answers.js';
import { SEPARATORS, type UploadQuery } from './imports.dto.js';

/** Files that an instance receives at a time; each takes its place on the disk. */
const MAX_RECEIVING = 2;

/** A file that arrives. */
export interface ArrivingFile {
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly form: FileForm;
  /** Runs what asks the database, when the file is there. @throws ProblemError when no turn comes */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called when the file is there, which may have taken long. @throws ProblemError */
  readonly assertStillAdmitted: () => Promise<void>;
}

/** Receives catalogs of operators, each with its audit entry. */
@Injectable()
export class ImportUploads {
  private receiving = 0;

  constructor(
    private readonly imports: UploadedImports,
    private readonly work: ImportWork,
    private readonly changes: AuditedChanges,
  ) {}

  /** Receives a file. It is read and compared after this has returned. */
  async upload(arriving: ArrivingFile, query: UploadQuery, by: ChangeAuthor): Promise<ImportDto> {
    if (this.receiving >= MAX_RECEIVING) throw new ImportBusyError();
    this.work.assertRoom();
    this.receiving += 1;
    try {
      const file = await received(arriving);
      const add = (): Promise<ImportDto> => this.added(file, arriving, query, by);
      return await arriving.inTurn(add).catch(async (error: unknown) => {
        await file.remove();
        throw error;
      });
    } finally {
      this.receiving -= 1;
    }
  }

  private async added(
    file: UploadedFile,
    { assertStillAdmitted }: ArrivingFile,
    { name = 'catalog', hide_missing: hide, separator = 'comma' }: UploadQuery,
    by: ChangeAuthor,
  ): Promise<ImportDto> {
    await assertStillAdmitted();
    const [id, { bytes }, hideMissing] = [randomUUID(), file, hide === 'true'];
    const details = { import: id, name, bytes, hide_missing: hideMissing };
    await this.changes.run(by, { name: 'catalog upload', details }, async (manager) => {
      const { actor: createdBy } = by;
      await this.imports.add(manager, { id, name, bytes, hideMissing, createdBy });
      return { result: undefined, before: null, after: details };
    });
    const shown = IMPORT.of(await this.imports.get(id));
    this.imports.beginReading(id, file, { separator: SEPARATORS[separator] });
    return shown;
  }
}

async function received({ pieces, form }: ArrivingFile): Promise<UploadedFile> {
  try {
    return await UploadedFile.receive(pieces, form);
  } catch (error) {
    if (error instanceof UploadTooLargeError) {
      const { message, messageKey } = error;
      throw new ProblemError('too-large', message, { messageKey });
    }
    // The sender has gone, or the time for the request was over.
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ECONNRESET') throw error;
    throw new ProblemError('not-arrived', 'The file did not arrive to its end.');
  }
}
