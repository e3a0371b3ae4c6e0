import { tmpdir } from 'node:os';
import { Injectable } from '@nestjs/common';
import { loggableError } from '../../../common/logger.js';
import { PeriodicService } from '../../../common/periodic-service.js';
import { ImportChangesRepository } from './import-changes.repository.js';
import { ImportRowsRepository } from './import-rows.repository.js';
import { removeLeftFiles } from './left-files.js';
import { UploadedImportsRepository } from './uploaded-imports.repository.js';

const INTERVAL_MS = 600_000;

/** Deletes uploads that are kept no longer, the rows of those that were discarded, and files that were left behind. */
@Injectable()
export class ImportRetention extends PeriodicService {
  constructor(
    private readonly imports: UploadedImportsRepository,
    private readonly rows: ImportRowsRepository,
    private readonly changes: ImportChangesRepository,
  ) {
    super(INTERVAL_MS, 'old uploads could not be deleted');
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    removeLeftFiles(tmpdir()).catch((error: unknown) => {
      this.logger.warn({ err: loggableError(error) }, 'old uploaded files could not be removed');
    });
  }

  /** In steps, so that no statement takes long. */
  async run(): Promise<void> {
    for (const id of await this.imports.leftOver()) {
      while (await this.changes.deleteSome(id));
      while (await this.rows.deleteSome(id));
    }
  }
}
