import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import type { CatalogDifference } from './catalog-difference.js';
import { CatalogImportRepository } from './catalog-import.repository.js';
import { inWords, readCatalog } from './reading/catalog-source.js';
import { withStoredCategories } from './category-matching.js';
import type { CatalogDraft } from './reading/draft-builder.js';

export interface ImportOptions {
  /** Only says what would change. */
  readonly dryRun: boolean;
  /** Hides live items that the file does not name from everyone; nothing is ever deleted. */
  readonly hideMissing: boolean;
  /** Marks what is created as part of the demo shop. */
  readonly demo?: boolean;
  /** Told again and again how many of all rows the database has been given. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Brings the catalog of a file into the shop; ids are kept, because bots hold on to them. */
@Injectable()
export class CatalogImportService {
  constructor(
    private readonly database: Database,
    private readonly catalog: CatalogImportRepository,
  ) {}

  /**
   * Reads and checks the whole file, compares it with the shop and, unless it is a dry run, writes
   * the difference: in one transaction, all or nothing.
   * @throws OperatorError in one sentence naming the file, the first rows that are wrong, and how.
   */
  async importFile(path: string, options: ImportOptions): Promise<CatalogDifference> {
    const draft = await readCatalog(path);
    try {
      return await (options.dryRun
        ? this.database.snapshot((manager) => this.compare(manager, draft, options))
        : this.database.transaction((manager) => this.apply(manager, draft, options)));
    } catch (error) {
      throw inWords(path, error);
    }
  }

  private async apply(
    manager: EntityManager,
    draft: CatalogDraft,
    options: ImportOptions,
  ): Promise<CatalogDifference> {
    await this.catalog.lock(manager);
    const difference = await this.compare(manager, draft, options);
    await this.catalog.write(manager, difference, { ...options, demo: options.demo ?? false });
    return difference;
  }

  private async compare(
    manager: EntityManager,
    draft: CatalogDraft,
    { hideMissing, demo = false, onProgress }: ImportOptions,
  ): Promise<CatalogDifference> {
    const complete = draft.categoriesByName
      ? withStoredCategories(draft, await this.catalog.storedCategories(manager))
      : draft;
    const total = complete.categories.length + complete.products.length;
    await this.catalog.stage(manager, complete, (done) => onProgress?.(done, total));
    return this.catalog.difference(manager, { hideMissing, demo });
  }
}
