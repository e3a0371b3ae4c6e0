import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { assertAccepted } from '../unusual/unusual.js';
import { CatalogComparison, type ComparisonOptions } from './catalog-comparison.service.js';
import type { CatalogDifference } from './catalog-difference.js';
import { lockCatalog } from './catalog-lock.js';
import { asOperatorError } from './reading/catalog-source.js';
import { readCatalog } from './process/catalog-reader.js';

export interface ImportOptions extends ComparisonOptions {
  /** Only reports what would change. */
  readonly dryRun: boolean;
  /** The number of unusual changes, from whoever has looked at them; left out where there are none. */
  readonly acceptUnusual?: number | undefined;
  /** Between the columns of a CSV; a comma if left out. */
  readonly separator?: string | undefined;
}

/** Imports a catalog file, or a price list. Ids are kept, because clients store them. */
@Injectable()
export class CatalogImportService {
  constructor(
    private readonly database: Database,
    private readonly comparison: CatalogComparison,
  ) {}

  /**
   * Reads and checks the whole file, compares it with the catalog and, unless it is a dry run, writes the difference in
   * one transaction. A price list changes the base prices of the products that it names, and nothing else.
   * @throws OperatorError in one sentence that names the file and the first invalid rows.
   */
  async importFile(path: string, options: ImportOptions): Promise<CatalogDifference> {
    const content = await readCatalog(path, { separator: options.separator });
    try {
      if (options.dryRun) {
        return await this.database.snapshot((manager) =>
          this.comparison.compare(manager, content, options),
        );
      }
      return await this.database.transaction(async (manager) => {
        await lockCatalog(manager);
        const difference = await this.comparison.compare(manager, content, options);
        assertAccepted(difference.unusual, options.acceptUnusual);
        await this.comparison.write(manager, difference, options);
        return difference;
      });
    } catch (error) {
      throw asOperatorError(path, error);
    }
  }
}
