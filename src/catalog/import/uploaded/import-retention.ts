import { tmpdir } from 'node:os';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../../common/logger.js';
import { PeriodicTask } from '../../../common/periodic-task.js';
import { ImportChangesRepository } from './import-changes.repository.js';
import { ImportRowsRepository } from './import-rows.repository.js';
import { removeLeftFiles } from './left-files.js';
import { UploadedImportsRepository } from './uploaded-imports.repository.js';

const INTERVAL_MS = 600_000;

/** Deletes uploads that are kept no longer, the rows of those that were discarded, and files that were left behind. */
@Injectable()
export class ImportRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task: PeriodicTask;

  constructor(
    private readonly imports: UploadedImportsRepository,
    private readonly rows: ImportRowsRepository,
    private readonly changes: ImportChangesRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.task = new PeriodicTask(
      () => this.deleteOld(),
      (error) => {
        logger.warn({ err: loggableError(error) }, 'old uploads could not be deleted');
      },
    );
  }

  onApplicationBootstrap(): void {
    this.task.start(INTERVAL_MS);
    removeLeftFiles(tmpdir()).catch((error: unknown) => {
      this.logger.warn({ err: loggableError(error) }, 'old uploaded files could not be removed');
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
  }

  /** In steps, so that no statement takes long. */
  async deleteOld(): Promise<void> {
    for (const id of await this.imports.leftOver()) {
      while (await this.changes.deleteSome(id));
      while (await this.rows.deleteSome(id));
    }
  }
}
