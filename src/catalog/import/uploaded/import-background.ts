import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '../../../common/periodic-task.js';
import { ImportComparison, type ReadingChoice } from './import-comparison.service.js';
import { ImportWork } from './import-work.js';
import type { UploadedFile } from './uploaded-file.js';
import { UploadedImportsRepository } from './uploaded-imports.repository.js';

const PRESENCE_INTERVAL_MS = 1_000;

/** Begins the long work on uploads. */
@Injectable()
export class ImportBackground {
  constructor(
    private readonly comparison: ImportComparison,
    private readonly work: ImportWork,
    private readonly imports: UploadedImportsRepository,
  ) {}

  read(id: string, file: UploadedFile, choice: ReadingChoice): void {
    this.begin(id, (signal) => this.comparison.read(id, file, choice, signal));
  }

  compare(id: string): void {
    this.begin(id, (signal) => this.comparison.compare(id, signal));
  }

  /** @param work applies it; its errors are told where it is shown. */
  apply(id: string, work: (signal: AbortSignal) => Promise<void>): void {
    this.begin(id, work);
  }

  /** What waits behind other uploads is told each second as well: else it would look interrupted after a minute. */
  private begin(id: string, work: (signal: AbortSignal) => Promise<void>): void {
    const waiting = new PeriodicTask(
      () => this.imports.note(id, 0, null),
      // The next second tells it again.
      () => undefined,
    );
    waiting.start(PRESENCE_INTERVAL_MS);
    this.work.begin(async (signal) => {
      await waiting.stop();
      await work(signal);
    });
  }
}
