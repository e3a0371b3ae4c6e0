import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError } from '../../../common/app-error.js';
import { sentence } from '../../../common/sentence.js';
import { assertAccepted } from '../../unusual/unusual.js';
import { CatalogComparison } from '../catalog-comparison.service.js';
import { lockCatalog } from '../catalog-lock.js';
import { partOfShare, type OnShare } from '../id-parts.js';
import { FileFault } from '../reading/import-faults.js';
import { ImportChangesRepository } from './import-changes.repository.js';
import { ImportRowsRepository } from './import-rows.repository.js';
import { UploadedImportsRepository, type StoredImport } from './uploaded-imports.repository.js';

function catalogChanged(): ConflictError {
  return new ConflictError(...sentence('import.catalog-changed'));
}

/** How a difference is applied. */
export interface Applying {
  /** The number of its unusual changes, from whoever has looked at them; left out where there are none. */
  readonly acceptUnusual?: number | undefined;
  /** Ends it early: nothing is changed then. */
  readonly signal?: AbortSignal | undefined;
}

/** Applies the differences of uploads, each in one transaction, and tells how far that has come. */
@Injectable()
export class ImportApplication {
  constructor(
    private readonly imports: UploadedImportsRepository,
    private readonly rows: ImportRowsRepository,
    private readonly changes: ImportChangesRepository,
    private readonly comparison: CatalogComparison,
  ) {}

  /**
   * Applies a difference in the transaction of the caller, after `beginApplying`. The row of the upload is not locked before
   * the end, so that its page and its progress wait for nothing.
   * @throws ConflictError if another difference would be applied, or its number of unusual changes was not accepted
   */
  async apply(
    manager: EntityManager,
    found: StoredImport,
    { acceptUnusual, signal }: Applying = {},
  ): Promise<void> {
    let done = 0;
    const note = this.imports.noting(found.id, () => [done, null]);
    try {
      const onShare = (share: number): void => {
        signal?.throwIfAborted();
        done = Math.floor((found.rowsTotal ?? 0) * share);
      };
      await this.write(manager, found, { acceptUnusual, onShare });
      await note.stop();
      await this.noteApplied(manager, found);
    } catch (error) {
      // Such as a price of a product that has been deleted since it was compared.
      throw error instanceof FileFault ? catalogChanged() : error;
    } finally {
      await note.stop();
    }
  }

  private async write(
    manager: EntityManager,
    { id, kind, hideMissing, digest, difference }: StoredImport,
    { acceptUnusual, onShare }: Pick<Applying, 'acceptUnusual'> & { readonly onShare: OnShare },
  ): Promise<void> {
    const staging = partOfShare(onShare, 0, 0.3);
    const content = await this.rows.content(manager, id, kind ?? 'catalog');
    const onProgress = (done: number, total: number): void => {
      staging(done / total);
    };
    const staged = await this.comparison.stage(manager, content, { hideMissing, onProgress });
    // Not before: whoever changes the catalog waits for it. What has changed until now makes another digest.
    await lockCatalog(manager);
    const pricesOnly = kind === 'prices';
    const options = { pricesOnly, hideMissing, onShare: partOfShare(onShare, 0.3, 0.5) };
    const present = await this.changes.find(manager, staged, options);
    const last = { hideMissing, onShare: partOfShare(onShare, 0.5, 0.6) };
    const unusual = await this.comparison.unusual(manager, last);
    // A cost or the setting may have changed, of which the digest says nothing.
    const wasShown = difference?.unusual;
    const isOther = wasShown !== undefined && unusual.count !== wasShown.count;
    if (present.digest !== digest || !difference || isOther) throw catalogChanged();
    assertAccepted(unusual, acceptUnusual);
    const written = { ...present.counts, pricesOnly };
    await this.comparison.write(manager, written, { onShare: partOfShare(onShare, 0.6, 1) });
  }

  private async noteApplied(manager: EntityManager, { id, digest }: StoredImport): Promise<void> {
    if (digest !== null && (await this.imports.noteApplied(manager, { id, digest }))) return;
    throw new ConflictError(...sentence('import.forgotten'));
  }
}
