import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError, MissingError } from '../../../common/app-error.js';
import { sentence } from '../../../common/sentence.js';
import {
  ImportChangesRepository,
  type ChangeKey,
  type ListedChange,
} from './import-changes.repository.js';
import { assertAccepted } from '../../unusual/unusual.js';
import { ImportApplication, type Applying } from './import-application.service.js';
import { ImportComparison, type ReadingChoice } from './import-comparison.service.js';
import {
  assertApplicable,
  assertComparable,
  assertIdle,
  notNow,
  NOT_FINISHED,
  shownState,
} from './import-state.js';
import { ImportWork } from './import-work.js';
import type { UploadedFile } from './uploaded-file.js';
import {
  UploadedImportsRepository,
  type NewImport,
  type StoredImport,
} from './uploaded-imports.repository.js';

/** Imports that are kept at a time, applied ones included. */
const MAX_IMPORTS = 20;

/**
 * Catalogs that were uploaded: each is read and compared behind the request, its difference is looked at, and then applied
 * exactly as it was shown, on any instance.
 */
@Injectable()
export class UploadedImports {
  constructor(
    private readonly imports: UploadedImportsRepository,
    private readonly changes: ImportChangesRepository,
    private readonly application: ImportApplication,
    private readonly comparison: ImportComparison,
    private readonly work: ImportWork,
  ) {}

  /** @throws ConflictError if too many are kept */
  async add(manager: EntityManager, file: NewImport): Promise<void> {
    if ((await this.imports.countLocked(manager)) >= MAX_IMPORTS) {
      throw new ConflictError(...sentence('import.too-many', { most: MAX_IMPORTS }));
    }
    await this.imports.insert(manager, file);
  }

  /** Reads and compares a file after it was added. */
  beginReading(id: string, file: UploadedFile, choice: ReadingChoice): void {
    this.workBehind(id, (signal) => this.comparison.read(id, file, choice, signal));
  }

  /** @throws MissingError */
  async get(id: string): Promise<StoredImport> {
    return (await this.imports.find(id)) ?? missing(id);
  }

  /** The newest first. */
  list(): Promise<StoredImport[]> {
    return this.imports.list();
  }

  /** Changes of the present difference, by item, id and change. @throws MissingError; ConflictError without a difference */
  async page(id: string, after: ChangeKey | undefined, limit: number): Promise<ListedChange[]> {
    const found = await this.get(id);
    const { comparison, digest } = found;
    if (digest === null)
      throw notNow(shownState(found)) ?? new ConflictError(...sentence('import.comparing'));
    return this.changes.page({ importId: id, comparison }, after, limit);
  }

  /** The names of the values of a change. */
  columnsOf(item: ChangeKey['item'], { kind }: Pick<StoredImport, 'kind'>): readonly string[] {
    return this.changes.columnsOf(item, kind === 'prices');
  }

  /** Begins to compare the file with the present catalog; `beginComparing` does it. @throws MissingError; ConflictError */
  async compareAgain(manager: EntityManager, id: string): Promise<void> {
    const found = await this.locked(manager, id);
    assertComparable(shownState(found), found.kind !== null);
    await this.imports.beginComparison(manager, id);
  }

  beginComparing(id: string): void {
    this.workBehind(id, (signal) => this.comparison.compare(id, signal));
  }

  /**
   * Begins to apply a difference: from now on the upload says that it is being applied.
   * @param shown the digest of the difference that the operator has seen. @param accepted how many of its changes are unusual
   * @returns the upload, for `apply`.
   * @throws MissingError; ConflictError if it is not that difference that would be applied
   */
  async beginApplying(id: string, shown: string, accepted?: number): Promise<StoredImport> {
    const found = await this.get(id);
    assertApplicable(shownState(found), found.digest, shown);
    // Of what a release before has compared, nothing is known yet.
    if (found.difference?.unusual) assertAccepted(found.difference.unusual, accepted);
    if (!(await this.imports.beginApplying({ id, digest: shown }))) {
      throw new ConflictError(...sentence('import.compared-again'));
    }
    return found;
  }

  /** Applies the difference in the transaction of the caller, after `beginApplying`. @throws ConflictError as above */
  apply(manager: EntityManager, begun: StoredImport, applying: Applying): Promise<void> {
    return this.application.apply(manager, begun, applying);
  }

  /** Says that the difference was not applied. @param reason a sentence; that it was cut off when it is left out. */
  endApplying(id: string, reason = NOT_FINISHED): Promise<void> {
    return this.imports.endApplying(id, reason);
  }

  /**
   * Works on an upload behind the request. What waits behind other uploads is told each second as well: else it would look
   * interrupted after a minute.
   */
  workBehind(id: string, work: (signal: AbortSignal) => Promise<void>): void {
    const waiting = this.imports.noting(id, () => [0, null]);
    this.work.begin(async (signal) => {
      await waiting.stop();
      await work(signal);
    });
  }

  /** Forgets an upload; its rows are deleted later. @throws MissingError; ConflictError; @returns what it was. */
  async discard(manager: EntityManager, id: string): Promise<StoredImport> {
    const found = await this.locked(manager, id);
    assertIdle(shownState(found));
    await this.imports.delete(manager, id);
    return found;
  }

  /** @throws MissingError */
  async locked(manager: EntityManager, id: string): Promise<StoredImport> {
    return (await this.imports.findLocked(manager, id)) ?? missing(id);
  }
}

function missing(id: string): never {
  throw new MissingError(...sentence('missing.upload', { id }));
}
