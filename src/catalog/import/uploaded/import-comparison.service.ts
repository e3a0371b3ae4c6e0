import { Injectable } from '@nestjs/common';
import { isOperatorError } from '../../../common/app-error.js';
import { storableText } from '../../../common/text.js';
import { Database } from '../../../database/database.js';
import { CatalogComparison } from '../catalog-comparison.service.js';
import { partOfShare } from '../id-parts.js';
import { asOperatorError } from '../reading/catalog-source.js';
import { readCatalog } from '../process/catalog-reader.js';
import { ImportChangesRepository } from './import-changes.repository.js';
import { ImportRowsRepository } from './import-rows.repository.js';
import type { UploadedFile } from './uploaded-file.js';
import { UploadedImportsRepository, type StoredImport } from './uploaded-imports.repository.js';

/** How a file is read. */
export interface ReadingChoice {
  /** Between the columns of a CSV; a comma if left out. */
  readonly separator?: string | undefined;
}

/** Names the file in messages. */
const WHERE = 'The file';
const MAX_FAULT_CHARACTERS = 2_000;

/** Reads uploaded files and compares them with the catalog. Its work takes long, and is done behind the requests. */
@Injectable()
export class ImportComparison {
  constructor(
    private readonly database: Database,
    private readonly imports: UploadedImportsRepository,
    private readonly rows: ImportRowsRepository,
    private readonly changes: ImportChangesRepository,
    private readonly comparison: CatalogComparison,
  ) {}

  /** Reads a file, stores its rows, compares them, and removes the file. */
  async read(
    id: string,
    file: UploadedFile,
    { separator }: ReadingChoice,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await this.during(id, async (tell) => {
        const onBytes = (bytes: number): void => {
          tell(bytes, file.bytes);
        };
        const options = { separator, where: WHERE, signal, onBytes };
        const content = await readCatalog(file.path, options);
        await this.imports.noteRead(id, await this.rows.store(id, content, signal));
      });
    } finally {
      await file.remove();
    }
    await this.compare(id, signal);
  }

  /** Compares what is stored of a file with the catalog as it is now, and stores the difference. */
  async compare(id: string, signal: AbortSignal): Promise<void> {
    const found = await this.imports.find(id);
    if (found?.state !== 'comparing' || found.kind === null) return;
    await this.during(id, (tell) => this.compareRead(found, tell, signal));
  }

  private async compareRead(
    { id, comparison, kind, hideMissing }: StoredImport,
    tell: Tell,
    signal: AbortSignal,
  ): Promise<void> {
    const { rows, counts, digest } = await this.database.snapshot(async (manager) => {
      const content = await this.rows.content(manager, id, kind ?? 'catalog');
      const { onProgress, onShare } = halves(tell, signal);
      const staged = await this.comparison.stage(manager, content, { hideMissing, onProgress });
      const found = await this.changes.find(manager, staged, {
        ...{ pricesOnly: kind === 'prices', hideMissing },
        ...{ storedFor: { importId: id, comparison }, onShare: partOfShare(onShare, 0, 0.9) },
      });
      const last = { hideMissing, onShare: partOfShare(onShare, 0.9, 1) };
      const unusual = await this.comparison.unusual(manager, last);
      const { digest } = found;
      return {
        rows: staged.categories + staged.products,
        digest,
        counts: { ...found.counts, unusual },
      };
    });
    await this.imports.endComparison({ id, comparison }, { rows, counts, digest });
    // Nobody can see them any more, and each comparison stores all changes anew.
    while (await this.changes.deleteSomeEarlier(id)) signal.throwIfAborted();
  }

  /** Tells each second how far the work has come. A fault of the file refuses it. */
  private async during(id: string, work: (tell: Tell) => Promise<void>): Promise<void> {
    let progress: readonly [done: number, total: number | null] = [0, null];
    const note = this.imports.noting(id, () => progress);
    try {
      await work((done, total) => {
        progress = [done, total];
      });
    } catch (error) {
      const told = asOperatorError(WHERE, error);
      if (!isOperatorError(told)) throw error;
      await this.imports.refuse(id, storableText(told.message.slice(0, MAX_FAULT_CHARACTERS)));
    } finally {
      await note.stop();
    }
  }
}

type Tell = (done: number, total: number) => void;

/** Rows count half when they are staged, and in full when they are compared. */
function halves(tell: Tell, signal: AbortSignal) {
  let rows = 0;
  const told = (share: number): void => {
    signal.throwIfAborted();
    tell(Math.floor(rows * share), rows);
  };
  const onProgress = (done: number, total: number): void => {
    rows = total;
    told(done / total / 2);
  };
  return { onProgress, onShare: partOfShare(told, 0.5, 1) };
}
