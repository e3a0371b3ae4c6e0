import { Injectable } from '@nestjs/common';
import { ImportComparison, type ReadingChoice } from './import-comparison.service.js';
import { ImportWork } from './import-work.js';
import type { UploadedFile } from './uploaded-file.js';

/** Begins the long work on uploads. */
@Injectable()
export class ImportBackground {
  constructor(
    private readonly comparison: ImportComparison,
    private readonly work: ImportWork,
  ) {}

  read(id: string, file: UploadedFile, choice: ReadingChoice): void {
    this.work.begin((signal) => this.comparison.read(id, file, choice, signal));
  }

  compare(id: string): void {
    this.work.begin((signal) => this.comparison.compare(id, signal));
  }
}
