import { Injectable } from '@nestjs/common';
import { numericText } from '../../common/decimal.js';
import { Database } from '../../database/database.js';
import { CatalogExportRepository } from './catalog-export.repository.js';
import {
  CATALOG_FORMAT,
  CATALOG_FORMAT_VERSION,
  type CatalogFile,
} from './reading/catalog-file.js';

/** Exports the catalog as stored: with base prices and hidden items, without deleted items. */
@Injectable()
export class CatalogExportService {
  constructor(
    private readonly database: Database,
    private readonly catalog: CatalogExportRepository,
  ) {}

  /** The whole catalog at one moment, in the format that an import reads. */
  export(): Promise<CatalogFile> {
    return this.database.snapshot(async (manager) => {
      const categories = await this.catalog.categories(manager);
      const products = await this.catalog.products(manager);
      return {
        format: CATALOG_FORMAT,
        version: CATALOG_FORMAT_VERSION,
        categories,
        products: products.map((product) => ({ ...product, price: numericText(product.price) })),
      };
    });
  }
}
