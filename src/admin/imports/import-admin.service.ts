import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ImportWork } from '../../catalog/import/uploaded/import-work.js';
import {
  UploadedFile,
  UploadTooLargeError,
  type FileForm,
} from '../../catalog/import/uploaded/uploaded-file.js';
import { UploadedImports } from '../../catalog/import/uploaded/uploaded-imports.service.js';
import { messageKey } from '../../common/message-key.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import { ProblemError } from '../problems/problem.js';
import { importShape } from './import-shapes.js';
import { SEPARATORS, type ImportDto, type UploadQuery } from './imports.dto.js';

/** Files that an instance receives at a time; each takes its place on the disk. */
const MAX_RECEIVING = 2;
const RETRY_AFTER_SECONDS = 5;

/** A file that arrives. */
export interface ArrivingFile {
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly form: FileForm;
  /** Runs what asks the database, when the file is there. @throws ProblemError when no turn comes */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called when the file is there, which may have taken long. @throws ProblemError */
  readonly assertStillAdmitted: () => Promise<void>;
}

/** Uploads, compares and forgets catalogs for operators, each with its audit entry. */
@Injectable()
export class ImportAdmin {
  private receiving = 0;

  constructor(
    private readonly imports: UploadedImports,
    private readonly work: ImportWork,
    private readonly changes: AuditedChanges,
  ) {}

  /** Receives a file. It is read and compared after this has returned. */
  async upload(arriving: ArrivingFile, query: UploadQuery, by: ChangeAuthor): Promise<ImportDto> {
    if (this.receiving >= MAX_RECEIVING || this.work.isFull) throw tooMany();
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
    const shown = importShape(await this.imports.get(id));
    this.imports.beginReading(id, file, { separator: SEPARATORS[separator] });
    return shown;
  }

  /** Begins to compare an upload with the present catalog. */
  async compareAgain(id: string, by: ChangeAuthor): Promise<ImportDto> {
    if (this.work.isFull) throw tooMany();
    const before = importShape(await this.imports.get(id));
    await this.changes.run(
      by,
      { name: 'catalog compare', details: { import: id } },
      async (manager) => {
        await this.imports.compareAgain(manager, id);
        const after = { state: 'comparing' };
        return { result: undefined, before: { state: before.state }, after };
      },
    );
    const shown = importShape(await this.imports.get(id));
    this.imports.beginComparing(id);
    return shown;
  }

  /** Forgets an upload. What was applied of it stays. */
  discard(id: string, by: ChangeAuthor): Promise<ImportDto> {
    const action = { name: 'catalog discard', details: { import: id } };
    return this.changes.run(by, action, async (manager) => {
      const result = importShape(await this.imports.discard(manager, id));
      return { result, before: { state: result.state, name: result.name }, after: {} };
    });
  }
}

/** @returns that an instance has enough uploads to work on. */
export function tooMany(): ProblemError {
  return new ProblemError('too-many-requests', 'Other uploads are received or read now.', {
    messageKey: messageKey('import.busy', {}),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

async function received({ pieces, form }: ArrivingFile): Promise<UploadedFile> {
  try {
    return await UploadedFile.receive(pieces, form);
  } catch (error) {
    if (error instanceof UploadTooLargeError)
      throw new ProblemError('too-large', error.message, {
        messageKey: messageKey('import.too-large', {}),
      });
    // The sender has gone, or the time for the request was over.
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ECONNRESET') throw error;
    throw new ProblemError('not-arrived', 'The file did not arrive to its end.');
  }
}
